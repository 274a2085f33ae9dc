import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { companyForeignKey, flag, withCompany } from './columns'

/**
 * Creates the health of numbers by hour, kept up to date by triggers: a message counts in the hour of its creation, so
 * that delivered and failed messages are shares of those sent in the same hour. `begun_chats` holds conversations begun
 * here until the customer answers. Messages typed on the phone are no part of it; campaign messages count by their part.
 */
export async function up(db: Kysely<unknown>) {
  await withCompany(db.schema.createTable('number_points').modifyEnd(sql`strict, without rowid`))
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('hour', 'text', (c) => c.notNull())
    .addColumn('received', 'integer', count)
    .addColumn('sent', 'integer', count)
    .addColumn('failed', 'integer', count)
    .addColumn('delivered', 'integer', count)
    .addColumn('begun', 'integer', count)
    .addColumn('answered', 'integer', count)
    .addColumn('refusedAt', 'text')
    .addColumn('ackCount', 'integer', count)
    .addColumn('ackSumMs', 'integer', count)
    .addColumn('ackMaxMs', 'integer', count)
    .addColumn('quotaUsed', 'integer')
    .addColumn('quotaTotal', 'integer')
    .addColumn('locked', 'integer', flag(0))
    .addPrimaryKeyConstraint('number_points_of', ['companyId', 'whatsappId', 'hour'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await sql`create index number_points_old on number_points (hour)`.execute(db)
  await withCompany(db.schema.createTable('begun_chats').modifyEnd(sql`strict`))
    .addColumn('ticketId', 'integer', (c) => c.primaryKey())
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('hour', 'text', (c) => c.notNull())
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await sql`create index begun_chats_old on begun_chats (hour)`.execute(db)
  await sql`create index begun_chats_number on begun_chats (companyId, whatsappId)`.execute(db)
  for (const trigger of [...messageTriggers, ...campaignTriggers]) await sql.raw(trigger).execute(db)
}

const count = (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(0)

const hourOf = (time: string) => `substr(${time}, 1, 13) || ':00:00.000Z'`

/** Adds to the point of a number; a number that was deleted meanwhile has no points. */
const add = (number: string, hour: string, counts: Record<string, string>, refusedAt = 'null') => {
  const names = Object.keys(counts)
  const sums = names.map((name) => `${name} = ${name} + excluded.${name}`)
  return `insert into number_points (companyId, whatsappId, hour, ${names.join(', ')}, refusedAt)
      select companyId, id, ${hour}, ${Object.values(counts).join(', ')}, ${refusedAt}
        from connections where id = ${number} and companyId = new.companyId
      on conflict (companyId, whatsappId, hour)
        do update set ${sums.join(', ')}, refusedAt = coalesce(excluded.refusedAt, refusedAt);`
}

const crossings = (before: (test: string) => string) => ({
  sent: `(new.ack >= 1) - ${before('>= 1')}`,
  failed: `(new.ack = -1) - ${before('= -1')}`,
  delivered: `(new.ack >= 2) - ${before('>= 2')}`,
})
const sinceOld = crossings((test) => `(old.ack ${test})`)
const sinceNothing = crossings(() => '0')
/** An ack that only rises from delivered to read changes no sum. */
const changesSums = 'min(new.ack, 2) <> min(old.ack, 2)'
const refusedNow = (at: string) => `case when new.error = '463' and new.ack = -1 then ${at} end`
const isOurs = `new.fromMe = 1 and new.whatsappId is not null and new.origin not in ('phone', 'campaign')`

const messageTriggers = [
  `create trigger number_points_received after insert on messages
    when new.fromMe = 0 and new.whatsappId is not null begin
      ${add('new.whatsappId', hourOf('new.createdAt'), { received: '1' })}
      update number_points set answered = answered + 1
        where (companyId, whatsappId, hour) =
          (select companyId, whatsappId, hour from begun_chats where ticketId = new.ticketId);
      delete from begun_chats where ticketId = new.ticketId;
    end`,
  `create trigger number_points_acked after update of ack on messages when ${changesSums} and ${isOurs} begin
      ${add('new.whatsappId', hourOf('new.createdAt'), sinceOld, refusedNow('new.updatedAt'))}
    end`,
  `create trigger number_points_inserted after insert on messages when new.ack <> 0 and ${isOurs} begin
      ${add('new.whatsappId', hourOf('new.createdAt'), sinceNothing, refusedNow('new.updatedAt'))}
    end`,
  `create trigger number_points_begun after insert on messages
    when ${isOurs}
      and not exists (select 1 from messages as m
        where m.companyId = new.companyId and m.ticketId = new.ticketId and m.id < new.id)
      and exists (select 1 from tickets where id = new.ticketId and isGroup = 0) begin
      ${add('new.whatsappId', hourOf('new.createdAt'), { begun: '1' })}
      insert into begun_chats (companyId, ticketId, whatsappId, hour)
        values (new.companyId, new.ticketId, new.whatsappId, ${hourOf('new.createdAt')})
        on conflict (ticketId) do nothing;
    end`,
]

const numberOfCampaign = '(select whatsappId from campaigns where id = new.campaignId)'
const sqliteNow = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
const campaignTriggers = [
  `create trigger number_points_part_acked after update of ack on campaign_parts
    when new.whatsappId is not null and ${changesSums} begin
      ${add('new.whatsappId', hourOf('new.createdAt'), sinceOld, refusedNow(sqliteNow))}
    end`,
  `create trigger number_points_recipient_sent after update of sentAt on campaign_recipients
    when old.sentAt is null and new.sentAt is not null and new.step = 0 begin
      ${add(numberOfCampaign, hourOf('new.sentAt'), { begun: '1' })}
    end`,
  `create trigger number_points_recipient_answered after update of answeredAt on campaign_recipients
    when old.answeredAt is null and new.answeredAt is not null and new.sentAt is not null and new.step = 0 begin
      ${add(numberOfCampaign, hourOf('new.sentAt'), { answered: '1' })}
    end`,
]

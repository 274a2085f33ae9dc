import { type Kysely, sql } from 'kysely'
import { companyForeignKey, count, flag, index, keyedTable, plainTable, required, withCompany } from '../columns'

/**
 * Health of numbers by hour, kept by triggers on messages and campaigns (docs/adr/0053). A message counts in the hour
 * of its creation, so that delivered and failed messages are shares of those sent in the same hour. Messages typed on
 * the phone do not count; campaign messages count by their part.
 */
export const pointTables = [createNumberPoints, createBegunChats, createMessageTriggers, createCampaignTriggers]

/** Points: one row per number and hour. */
async function createNumberPoints(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'number_points'))
    .addColumn('whatsappId', 'integer', required)
    .addColumn('hour', 'text', required)
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
  await index(db, 'number_points_old', 'number_points', ['hour'])
}

/** Conversations begun here, until the customer answers. */
async function createBegunChats(db: Kysely<unknown>) {
  await withCompany(plainTable(db, 'begun_chats'))
    .addColumn('ticketId', 'integer', (c) => c.primaryKey())
    .addColumn('whatsappId', 'integer', required)
    .addColumn('hour', 'text', required)
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await index(db, 'begun_chats_old', 'begun_chats', ['hour'])
  await index(db, 'begun_chats_number', 'begun_chats', ['companyId', 'whatsappId'])
}

/** First moment of the hour of a time. */
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

/** Changes of the sums when an ack passes 1 (sent), -1 (failed) or 2 (delivered); `before` tests the former ack. */
const crossings = (before: (test: string) => string) => ({
  sent: `(new.ack >= 1) - ${before('>= 1')}`,
  failed: `(new.ack = -1) - ${before('= -1')}`,
  delivered: `(new.ack >= 2) - ${before('>= 2')}`,
})
const sinceOld = crossings((test) => `(old.ack ${test})`)
const sinceNothing = crossings(() => '0')
/** An ack that only rises from delivered to read changes no sum. */
const changesSums = 'min(new.ack, 2) <> min(old.ack, 2)'
/** WhatsApp refuses messages of a restricted number with error 463. */
const refusedNow = (at: string) => `case when new.error = '463' and new.ack = -1 then ${at} end`
const isOurs = `new.fromMe = 1 and new.whatsappId is not null and new.origin not in ('phone', 'campaign')`

async function createMessageTriggers(db: Kysely<unknown>) {
  const messageHour = hourOf('new.createdAt')
  await run(
    db,
    `create trigger number_points_acked after update of ack on messages when ${changesSums} and ${isOurs} begin
      ${add('new.whatsappId', messageHour, sinceOld, refusedNow('new.updatedAt'))}
    end`,
  )
  await run(
    db,
    `create trigger number_points_inserted after insert on messages when new.ack <> 0 and ${isOurs} begin
      ${add('new.whatsappId', messageHour, sinceNothing, refusedNow('new.updatedAt'))}
    end`,
  )
  await run(
    db,
    `create trigger number_points_begun after insert on messages
    when ${isOurs}
      and not exists (select 1 from messages as m
        where m.companyId = new.companyId and m.ticketId = new.ticketId and m.id < new.id)
      and exists (select 1 from tickets where id = new.ticketId and isGroup = 0) begin
      ${add('new.whatsappId', messageHour, { begun: '1' })}
      insert into begun_chats (companyId, ticketId, whatsappId, hour)
        values (new.companyId, new.ticketId, new.whatsappId, ${messageHour})
        on conflict (ticketId) do nothing;
    end`,
  )
  await run(
    db,
    `create trigger number_points_received after insert on messages
    when new.fromMe = 0 and new.whatsappId is not null begin
      insert into number_points (companyId, whatsappId, hour, received)
        values (new.companyId, new.whatsappId, ${messageHour}, 1)
        on conflict (companyId, whatsappId, hour) do update set received = received + 1;
    end`,
  )
  // Apart from the one before: most messages answer no conversation begun here, and cost one look at `begun_chats`.
  await run(
    db,
    `create trigger number_points_answered after insert on messages
    when new.fromMe = 0 and exists (select 1 from begun_chats where ticketId = new.ticketId) begin
      update number_points set answered = answered + 1
        where (companyId, whatsappId, hour) =
          (select companyId, whatsappId, hour from begun_chats where ticketId = new.ticketId);
      delete from begun_chats where ticketId = new.ticketId;
    end`,
  )
}

async function createCampaignTriggers(db: Kysely<unknown>) {
  const number = '(select whatsappId from campaigns where id = new.campaignId)'
  const sentHour = hourOf('new.sentAt')
  const sqliteNow = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
  await run(
    db,
    `create trigger number_points_part_acked after update of ack on campaign_parts
    when new.whatsappId is not null and ${changesSums} begin
      ${add('new.whatsappId', hourOf('new.createdAt'), sinceOld, refusedNow(sqliteNow))}
    end`,
  )
  await run(
    db,
    `create trigger number_points_recipient_sent after update of sentAt on campaign_recipients
    when old.sentAt is null and new.sentAt is not null and new.step = 0 begin
      ${add(number, sentHour, { begun: '1' })}
    end`,
  )
  await run(
    db,
    `create trigger number_points_recipient_answered after update of answeredAt on campaign_recipients
    when old.answeredAt is null and new.answeredAt is not null and new.sentAt is not null and new.step = 0 begin
      ${add(number, sentHour, { answered: '1' })}
    end`,
  )
}

const run = (db: Kysely<unknown>, text: string) => sql.raw(text).execute(db)

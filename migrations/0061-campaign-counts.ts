import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { companyForeignKey, withCompany } from './columns'

const results = { delivered: 'deliveredAt', read: 'readAt', answered: 'answeredAt', optedOut: 'optedOutAt' } as const
const times = { sent: 'sentAt', delivered: 'deliveredAt', read: 'readAt', answered: 'answeredAt' } as const

/**
 * Counts the recipients of campaigns by triggers: the report of 100,000 people reads some dozen rows. The indexes from which
 * it counted before go. The list of recipients gets one in its order, and the sender one of those it has begun.
 */
export async function up(db: Kysely<unknown>) {
  await createCounts(db)
  await createHours(db)
  for (const index of ['report', 'sentAt', 'deliveredAt', 'readAt'])
    await sql`drop index ${sql.raw(`campaign_recipients_${index}`)}`.execute(db)
  await sql`create index campaign_recipients_order on campaign_recipients (companyId, campaignId, id)`.execute(db)
  await sql`create index campaign_recipients_begun on campaign_recipients (companyId, campaignId, id)
    where state = 'sending'`.execute(db)
}

const count = (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(0)

async function createCounts(db: Kysely<unknown>) {
  await withCompany(db.schema.createTable('campaign_counts').modifyEnd(sql`without rowid, strict`))
    .addColumn('campaignId', 'integer', (c) => c.notNull())
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('variant', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('recipients', 'integer', count)
    .addColumn('delivered', 'integer', count)
    .addColumn('read', 'integer', count)
    .addColumn('answered', 'integer', count)
    .addColumn('optedOut', 'integer', count)
    .addPrimaryKeyConstraint('campaign_counts_key', [
      ...(['companyId', 'campaignId', 'step', 'variant', 'state', 'reason'] as const),
    ])
    .$call(companyForeignKey('campaignId', 'campaigns', 'cascade'))
    .execute()
  const names = Object.keys(results) as (keyof typeof results)[]
  const columns = `companyId, campaignId, step, variant, state, reason, recipients, ${names.join(', ')}`
  const group = (row: string) =>
    ['companyId', 'campaignId', 'step', 'variant', 'state'].map((name) => `${row}${name}`).join(', ')
  const has = (row: string) => names.map((name) => `${row}${results[name]} is not null`)
  const add = `insert into campaign_counts (${columns})
    values (${group('new.')}, coalesce(new.reason, ''), 1, ${has('new.').join(', ')})
    on conflict (companyId, campaignId, step, variant, state, reason) do update set recipients = recipients + 1,
      ${names.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')};`
  const subtract = `update campaign_counts set recipients = recipients - 1,
      ${names.map((name) => `${name} = ${name} - (old.${results[name]} is not null)`).join(', ')}
    where (${group('')}, reason) = (${group('old.')}, coalesce(old.reason, ''));`
  await sql
    .raw(
      `insert into campaign_counts (${columns})
        select ${group('')}, coalesce(reason, ''), count(*), ${names.map((name) => `count(${results[name]})`).join(', ')}
        from campaign_recipients group by ${group('')}, coalesce(reason, '')`,
    )
    .execute(db)
  const changed = `step, variant, state, reason, ${Object.values(results).join(', ')}`
  await createTrigger(db, 'counts_added', 'insert', '', add)
  await createTrigger(db, 'counts_gone', 'delete', '', subtract)
  await createTrigger(db, 'counts_changed', `update of ${changed}`, '', `${subtract} ${add}`)
}

async function createHours(db: Kysely<unknown>) {
  await withCompany(db.schema.createTable('campaign_hours').modifyEnd(sql`without rowid, strict`))
    .addColumn('campaignId', 'integer', (c) => c.notNull())
    .addColumn('hour', 'text', (c) => c.notNull())
    .addColumn('sent', 'integer', count)
    .addColumn('delivered', 'integer', count)
    .addColumn('read', 'integer', count)
    .addColumn('answered', 'integer', count)
    .addPrimaryKeyConstraint('campaign_hours_key', ['companyId', 'campaignId', 'hour'])
    .$call(companyForeignKey('campaignId', 'campaigns', 'cascade'))
    .execute()
  for (const [name, time] of Object.entries(times)) await countHours(db, name, time)
}

/** `hour` is the start of a UTC ISO time: `2026-01-01T00`. */
async function countHours(db: Kysely<unknown>, name: string, time: string) {
  const into = `insert into campaign_hours (companyId, campaignId, hour, ${name})`
  const merge = `on conflict (companyId, campaignId, hour) do update set ${name} = ${name} + excluded.${name}`
  const add = `${into} select new.companyId, new.campaignId, substr(new.${time}, 1, 13), 1
    where new.${time} is not null ${merge};`
  const subtract = `update campaign_hours set ${name} = ${name} - 1
    where (companyId, campaignId, hour) = (old.companyId, old.campaignId, substr(old.${time}, 1, 13));`
  await sql
    .raw(
      `${into} select companyId, campaignId, substr(${time}, 1, 13), count(*) from campaign_recipients
        where ${time} is not null group by companyId, campaignId, substr(${time}, 1, 13) ${merge}`,
    )
    .execute(db)
  await createTrigger(db, `${name}_added`, 'insert', `when new.${time} is not null`, add)
  await createTrigger(db, `${name}_gone`, 'delete', `when old.${time} is not null`, subtract)
  const when = `when new.${time} is not old.${time}`
  await createTrigger(db, `${name}_changed`, `update of ${time}`, when, `${subtract} ${add}`)
}

const createTrigger = (db: Kysely<unknown>, name: string, event: string, when: string, body: string) =>
  sql
    .raw(`create trigger campaign_recipients_${name} after ${event} on campaign_recipients ${when} begin ${body} end`)
    .execute(db)

import { type Kysely, sql } from 'kysely'
import { companyForeignKey, count, keyedTable, required, withCompany } from '../columns'

/** Sums over the recipients of a campaign, kept by triggers: the report of 100,000 people reads some dozen rows. */
export const campaignCountTables = [createCampaignCounts, createCampaignHours]

/** Counted results, with the columns of `campaign_recipients` that are set when they happen. */
const results = { delivered: 'deliveredAt', read: 'readAt', answered: 'answeredAt', optedOut: 'optedOutAt' } as const
const times = { sent: 'sentAt', delivered: 'deliveredAt', read: 'readAt', answered: 'answeredAt' } as const

/** Recipients by step, variant, state and reason. */
async function createCampaignCounts(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'campaign_counts'))
    .addColumn('campaignId', 'integer', required)
    .addColumn('step', 'integer', required)
    .addColumn('variant', 'integer', required)
    .addColumn('state', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('recipients', 'integer', count)
    .addColumn('delivered', 'integer', count)
    .addColumn('read', 'integer', count)
    .addColumn('answered', 'integer', count)
    .addColumn('optedOut', 'integer', count)
    .addPrimaryKeyConstraint('campaign_counts_key', ['companyId', 'campaignId', 'step', 'variant', 'state', 'reason'])
    .$call(companyForeignKey('campaignId', 'campaigns', 'cascade'))
    .execute()
  await countRecipients(db)
}

async function countRecipients(db: Kysely<unknown>) {
  const names = Object.keys(results) as (keyof typeof results)[]
  const columns = `companyId, campaignId, step, variant, state, reason, recipients, ${names.join(', ')}`
  const group = (row: string) =>
    ['companyId', 'campaignId', 'step', 'variant', 'state'].map((name) => `${row}${name}`).join(', ')
  const has = names.map((name) => `new.${results[name]} is not null`)
  const add = `insert into campaign_counts (${columns})
    values (${group('new.')}, coalesce(new.reason, ''), 1, ${has.join(', ')})
    on conflict (companyId, campaignId, step, variant, state, reason) do update set recipients = recipients + 1,
      ${names.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')};`
  const subtract = `update campaign_counts set recipients = recipients - 1,
      ${names.map((name) => `${name} = ${name} - (old.${results[name]} is not null)`).join(', ')}
    where (${group('')}, reason) = (${group('old.')}, coalesce(old.reason, ''));`
  const changed = `step, variant, state, reason, ${Object.values(results).join(', ')}`
  await createTrigger(db, 'counts_added', 'insert', '', add)
  await createTrigger(db, 'counts_gone', 'delete', '', subtract)
  await createTrigger(db, 'counts_changed', `update of ${changed}`, '', `${subtract} ${add}`)
}

/** Results by hour; `hour` is the start of a UTC ISO time: `2026-01-01T00`. */
async function createCampaignHours(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'campaign_hours'))
    .addColumn('campaignId', 'integer', required)
    .addColumn('hour', 'text', required)
    .addColumn('sent', 'integer', count)
    .addColumn('delivered', 'integer', count)
    .addColumn('read', 'integer', count)
    .addColumn('answered', 'integer', count)
    .addPrimaryKeyConstraint('campaign_hours_key', ['companyId', 'campaignId', 'hour'])
    .$call(companyForeignKey('campaignId', 'campaigns', 'cascade'))
    .execute()
  for (const [name, time] of Object.entries(times)) await countHours(db, name, time)
}

async function countHours(db: Kysely<unknown>, name: string, time: string) {
  const add = `insert into campaign_hours (companyId, campaignId, hour, ${name})
    select new.companyId, new.campaignId, substr(new.${time}, 1, 13), 1 where new.${time} is not null
    on conflict (companyId, campaignId, hour) do update set ${name} = ${name} + excluded.${name};`
  const subtract = `update campaign_hours set ${name} = ${name} - 1
    where (companyId, campaignId, hour) = (old.companyId, old.campaignId, substr(old.${time}, 1, 13));`
  await createTrigger(db, `${name}_added`, 'insert', `when new.${time} is not null`, add)
  await createTrigger(db, `${name}_gone`, 'delete', `when old.${time} is not null`, subtract)
  const when = `when new.${time} is not old.${time}`
  await createTrigger(db, `${name}_changed`, `update of ${time}`, when, `${subtract} ${add}`)
}

const createTrigger = (db: Kysely<unknown>, name: string, event: string, when: string, body: string) =>
  sql
    .raw(`create trigger campaign_recipients_${name} after ${event} on campaign_recipients ${when} begin ${body} end`)
    .execute(db)

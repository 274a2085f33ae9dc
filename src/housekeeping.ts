import type { Platform } from './core/scope'
import type { Database } from './core/storage/schema'
import { limits } from './shared/limits'

const day = 24 * 3_600_000
const batchSize = 2000

/** Decides when a row expires (retention): rows of a table are deleted when their time is older than `age` ms. */
interface Expiry {
  table: keyof Database
  /** Column with the time. */
  time: string
  age: number
  /** Columns that identify a row. */
  key: string[]
  /** States of the rows; all without it. */
  states?: string[]
}

type Options = { key?: string[]; states?: string[] }
const expiry = <T extends keyof Database>(
  table: T,
  time: keyof Database[T] & string,
  age: number,
  { key = ['id'], states }: Options = {},
): Expiry => ({ table, time, age, key, states })

const expiries = [
  expiry('cold_sends', 'at', 2 * day), // caps count one day
  expiry('idempotency', 'createdAt', day, { key: ['companyId', 'userId', 'key'] }),
  expiry('wa_inbox', 'storedAt', day, { key: ['whatsappId', 'key'] }), // WhatsApp delivers twice within hours
  expiry('connection_outages', 'endedAt', 30 * day),
  expiry('number_points', 'hour', limits.healthDays.max * day, { key: ['companyId', 'whatsappId', 'hour'] }),
  expiry('number_alerts', 'createdAt', limits.healthDays.max * day),
  expiry('begun_chats', 'hour', 7 * day, { key: ['ticketId'] }), // conversations without an answer
  expiry('password_resets', 'createdAt', day),
  expiry('invitations', 'expiresAt', 30 * day),
  expiry('prompt_calls', 'startedAt', 400 * day), // the sums of the months stay
  expiry('tokens', 'expiresAt', day),
  expiry('link_previews', 'fetchedAt', 30 * day),
  expiry('whatsapp_addresses', 'checkedAt', 30 * day),
  expiry('jobs', 'failedAt', 30 * day), // parked jobs
  expiry('webhook_log', 'at', 90 * day),
  expiry('deliveries', 'createdAt', 7 * day, { states: ['delivered'] }),
  expiry('deliveries', 'createdAt', 30 * day, { states: ['failed'] }),
  expiry('message_proposals', 'createdAt', 30 * day, { states: ['sent', 'discarded', 'ended'] }),
  expiry('bot_decisions', 'at', 30 * day),
  expiry('flow_replays', 'createdAt', day),
  expiry('rating_requests', 'expiresAt', day, { states: ['waiting', 'cancelled'] }), // given ratings stay
  expiry('contact_merges', 'createdAt', limits.mergeUndoDays * day), // they cannot be undone any more
]

/** Hourly: deletes expired rows in steps of `batchSize`, so that other writes wait briefly. */
export async function deleteExpiredRows(platform: Platform, now = Date.now()) {
  const ago = (age: number) => new Date(now - age).toISOString()
  for (const each of expiries) await inSteps(platform, ({ db }) => deleteExpired(db, each, ago(each.age)))
  await inSteps(platform, ({ db }) => deleteUnansweredRequests(db, ago(14 * day)))
  await inSteps(platform, ({ db }) => deletePinsOfClosed(db, ago(day)))
}

async function inSteps(platform: Platform, step: (platform: Platform) => Promise<{ numDeletedRows: bigint }>) {
  while ((await platform.transaction(step)).numDeletedRows >= batchSize) await Bun.sleep(1)
}

type Db = Platform['db']

function deleteExpired(db: Db, { table, time, key, states }: Expiry, before: string) {
  // The types of one table stand for those of all; `expiry` has checked table and column.
  const [from, at, columns] = [table as 'idempotency', time as 'createdAt', key as ['userId', 'key']]
  const old = db.selectFrom(from).select(columns).where(at, '<', before).limit(batchSize)
  const chosen = states ? old.where('state' as never, 'in', states as never) : old
  return db
    .deleteFrom(from)
    .where(({ eb, refTuple }) => eb(refTuple(...columns), 'in', chosen.$asTuple(...columns)))
    .executeTakeFirst()
}

/** Deletes messages whose missing content was requested from a phone that never sent it. */
function deleteUnansweredRequests(db: Db, before: string) {
  const old = db
    .selectFrom('wa_inbox')
    .select(['whatsappId', 'key'])
    .where('part', '<', 0)
    .where('storedAt', 'is', null)
    .where('at', '<', before)
    .limit(batchSize)
  return db
    .deleteFrom('wa_inbox')
    .where(({ eb, refTuple }) => eb(refTuple('whatsappId', 'key'), 'in', old.$asTuple('whatsappId', 'key')))
    .executeTakeFirst()
}

/** Deletes the pins of tickets that were closed before a time. */
function deletePinsOfClosed(db: Db, before: string) {
  const old = db
    .selectFrom('ticket_pins')
    .innerJoin('tickets', 'tickets.id', 'ticket_pins.ticketId')
    .select(['ticket_pins.companyId', 'ticket_pins.userId', 'ticket_pins.ticketId'])
    .where('tickets.closedAt', '<', before)
    .limit(batchSize)
  return db
    .deleteFrom('ticket_pins')
    .where(({ eb, refTuple }) =>
      eb(refTuple('companyId', 'userId', 'ticketId'), 'in', old.$asTuple('companyId', 'userId', 'ticketId')),
    )
    .executeTakeFirst()
}

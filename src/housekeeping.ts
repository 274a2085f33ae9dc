import type { Platform } from './core/scope'
import { limits } from './shared/limits'

const day = 24 * 3_600_000
const batchSize = 2000
/** Age in ms after which a request to a phone for a message's missing content is deleted. */
const maxRequestAge = 14 * day
/** Age in ms after which a line in the log of calls to language models is deleted; the sums of the months stay. */
const maxCallAge = 400 * day
/** Age in ms after which a point in the health of a number is deleted. */
const maxPointAge = 90 * day

/**
 * Hourly: deletes expired rows in steps of `batchSize`, so that other writes wait briefly.
 * After a day: idempotency keys, stored inbox rows (WhatsApp delivers twice within hours), expired logins, unanswered
 * requests for a rating, pins of closed tickets, replays of flows. After 14 days: messages requested from a phone without an answer.
 * Deliveries that arrived are deleted after 7 days, those given up after 30.
 * After 90 days: the health of numbers by hour, and alerts about them; conversations without an answer are forgotten after 7 days.
 * After 90 days: the health of numbers by hour; conversations without an answer are forgotten after 7 days.
 * After two days: the campaign messages that caps count.
 * After 30 days: WhatsApp's answers about numbers, parked jobs, decisions of the robot and the data for undoing a merge
 * of contacts. After 400 days: the log of calls to language models.
 */
export async function deleteExpiredRows(platform: Platform, now = Date.now()) {
  const ago = (age: number) => new Date(now - age).toISOString()
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('cold_sends')
      .select('id')
      .where('at', '<', ago(2 * day))
      .limit(batchSize)
    return db.deleteFrom('cold_sends').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db.selectFrom('idempotency').select(['companyId', 'userId', 'key']).where('createdAt', '<', ago(day))
    return db
      .deleteFrom('idempotency')
      .where(({ eb, refTuple }) =>
        eb(refTuple('companyId', 'userId', 'key'), 'in', old.limit(batchSize).$asTuple('companyId', 'userId', 'key')),
      )
      .executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('wa_inbox')
      .select(['whatsappId', 'key'])
      .where('storedAt', '<', ago(day))
      .limit(batchSize)
    return db
      .deleteFrom('wa_inbox')
      .where(({ eb, refTuple }) => eb(refTuple('whatsappId', 'key'), 'in', old.$asTuple('whatsappId', 'key')))
      .executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const asked = db
      .selectFrom('wa_inbox')
      .select(['whatsappId', 'key'])
      .where('part', '<', 0)
      .where('storedAt', 'is', null)
      .where('at', '<', ago(maxRequestAge))
      .limit(batchSize)
    return db
      .deleteFrom('wa_inbox')
      .where(({ eb, refTuple }) => eb(refTuple('whatsappId', 'key'), 'in', asked.$asTuple('whatsappId', 'key')))
      .executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('connection_outages')
      .select('id')
      .where('endedAt', '<', ago(30 * day))
      .limit(batchSize)
    return db.deleteFrom('connection_outages').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('number_points')
      .select(['companyId', 'whatsappId', 'hour'])
      .where('hour', '<', ago(maxPointAge))
      .limit(batchSize)
    return db
      .deleteFrom('number_points')
      .where(({ eb, refTuple }) =>
        eb(refTuple('companyId', 'whatsappId', 'hour'), 'in', old.$asTuple('companyId', 'whatsappId', 'hour')),
      )
      .executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db.selectFrom('number_alerts').select('id').where('createdAt', '<', ago(maxPointAge)).limit(batchSize)
    return db.deleteFrom('number_alerts').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('begun_chats')
      .select('ticketId')
      .where('hour', '<', ago(7 * day))
      .limit(batchSize)
    return db.deleteFrom('begun_chats').where('ticketId', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db.selectFrom('password_resets').select('id').where('createdAt', '<', ago(day)).limit(batchSize)
    return db.deleteFrom('password_resets').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('invitations')
      .select('id')
      .where('expiresAt', '<', ago(30 * day))
      .limit(batchSize)
    return db.deleteFrom('invitations').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('ticket_pins')
      .innerJoin('tickets', 'tickets.id', 'ticket_pins.ticketId')
      .select(['ticket_pins.companyId', 'ticket_pins.userId', 'ticket_pins.ticketId'])
      .where('tickets.closedAt', '<', ago(day))
    return db
      .deleteFrom('ticket_pins')
      .where(({ eb, refTuple }) =>
        eb(
          refTuple('companyId', 'userId', 'ticketId'),
          'in',
          old.limit(batchSize).$asTuple('companyId', 'userId', 'ticketId'),
        ),
      )
      .executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db.selectFrom('prompt_calls').select('id').where('startedAt', '<', ago(maxCallAge)).limit(batchSize)
    return db.deleteFrom('prompt_calls').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db.selectFrom('tokens').select('id').where('expiresAt', '<', ago(day)).limit(batchSize)
    return db.deleteFrom('tokens').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('link_previews')
      .select('id')
      .where('fetchedAt', '<', ago(30 * day))
      .limit(batchSize)
    return db.deleteFrom('link_previews').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('whatsapp_addresses')
      .select('id')
      .where('checkedAt', '<', ago(30 * day))
      .limit(batchSize)
    return db.deleteFrom('whatsapp_addresses').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('jobs')
      .select('id')
      .where('failedAt', '<', ago(30 * day))
      .limit(batchSize)
    return db.deleteFrom('jobs').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('webhook_log')
      .select('id')
      .where('at', '<', ago(90 * day))
      .limit(batchSize)
    return db.deleteFrom('webhook_log').where('id', 'in', old).executeTakeFirst()
  })
  for (const [state, age] of [
    ['delivered', 7 * day],
    ['failed', 30 * day],
  ] as const)
    await inSteps(platform, ({ db }) => {
      const old = db
        .selectFrom('deliveries')
        .select('id')
        .where('state', '=', state)
        .where('createdAt', '<', ago(age))
        .limit(batchSize)
      return db.deleteFrom('deliveries').where('id', 'in', old).executeTakeFirst()
    })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('bot_decisions')
      .select('id')
      .where('at', '<', ago(30 * day))
      .limit(batchSize)
    return db.deleteFrom('bot_decisions').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db.selectFrom('flow_replays').select('id').where('createdAt', '<', ago(day)).limit(batchSize)
    return db.deleteFrom('flow_replays').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('rating_requests')
      .select('id')
      .where('state', 'in', ['waiting', 'cancelled'])
      .where('expiresAt', '<', ago(day))
      .limit(batchSize)
    return db.deleteFrom('rating_requests').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const final = ago(limits.mergeUndoDays * day)
    const old = db.selectFrom('contact_merges').select('id').where('createdAt', '<', final).limit(batchSize)
    return db.deleteFrom('contact_merges').where('id', 'in', old).executeTakeFirst()
  })
}

async function inSteps(platform: Platform, step: (platform: Platform) => Promise<{ numDeletedRows: bigint }>) {
  while ((await platform.transaction(step)).numDeletedRows >= batchSize) await Bun.sleep(1)
}

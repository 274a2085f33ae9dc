import { log } from '../../../core/log'
import type { Platform, Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { parseJson } from '../../../shared/json'
import { isTimeLocked, quotaNow } from '../../../shared/number-verdict'
import type { AccountLimits } from '../../../whatsapp/contract'

const hourMs = 3_600_000

/** First moment of the hour of a time, as in `number_points.hour`. */
export const hourOf = (time: number) => new Date(Math.floor(time / hourMs) * hourMs).toISOString()

const addDelays = hot<{ id: number; hour: string; count: number; sumMs: number; maxMs: number }>()((db, p) =>
  db
    .insert('number_points', {
      whatsappId: p('id'),
      hour: p('hour'),
      ackCount: p('count'),
      ackSumMs: p('sumMs'),
      ackMaxMs: p('maxMs'),
    })
    .onConflict((existing) =>
      existing.columns(['companyId', 'whatsappId', 'hour']).doUpdateSet(({ eb, ref, fn }) => ({
        ackCount: eb('number_points.ackCount', '+', ref('excluded.ackCount')),
        ackSumMs: eb('number_points.ackSumMs', '+', ref('excluded.ackSumMs')),
        ackMaxMs: fn<number>('max', ['number_points.ackMaxMs', 'excluded.ackMaxMs']),
      })),
    ),
)
const setLimits = hot<{ id: number; hour: string; used: number | null; total: number | null; locked: 0 | 1 }>()(
  (db, p) =>
    db
      .insert('number_points', {
        whatsappId: p('id'),
        hour: p('hour'),
        quotaUsed: p('used'),
        quotaTotal: p('total'),
        locked: p('locked'),
      })
      .onConflict((existing) =>
        existing.columns(['companyId', 'whatsappId', 'hour']).doUpdateSet(({ ref, fn }) => ({
          quotaUsed: ref('excluded.quotaUsed'),
          quotaTotal: ref('excluded.quotaTotal'),
          locked: fn<0 | 1>('max', ['number_points.locked', 'excluded.locked']),
        })),
      ),
)

/** Sum of the times from a message's departure to WhatsApp's ack. */
export interface AckDelays {
  count: number
  sumMs: number
  maxMs: number
}

/** Adds ack delays to the hour of `now`. Call within a transaction. */
export const storeAckDelays = ({ db }: Scope, whatsappId: number, delays: AckDelays, now: number) =>
  db.run(addDelays, { id: whatsappId, hour: hourOf(now), ...delays })

/** Stores quota and time-lock in the point of the hour of `now`. Call within a transaction. */
export async function storeLimitPoint({ db }: Scope, whatsappId: number, limits: AccountLimits, now: number) {
  const quota = quotaNow(limits, now)
  const locked = isTimeLocked(limits, now) ? 1 : 0
  if (quota || locked)
    await db.run(setLimits, {
      id: whatsappId,
      hour: hourOf(now),
      used: quota?.used ?? null,
      total: quota?.total ?? null,
      locked,
    })
}

/** Scheduled task: writes the limits that apply into the points of the hour, also for numbers without traffic. */
export async function sampleLimits(platform: Platform, now = Date.now()) {
  const rows = await platform.db
    .selectFrom('connection_health')
    .select(['companyId', 'whatsappId', 'limits'])
    .where('limits', '<>', '{}')
    .execute()
  for (const [companyId, ofCompany] of Map.groupBy(rows, (row) => row.companyId))
    await storeLimitPoints(platform.scope(companyId, { system: 'health' }), ofCompany, now).catch((err) =>
      log.error({ err, companyId }, 'the limits of a company’s numbers were not stored'),
    )
}

const storeLimitPoints = (outer: Scope, rows: { whatsappId: number; limits: string }[], now: number) =>
  outer.transaction(async (scope) => {
    for (const { whatsappId, limits } of rows) await storeLimitPoint(scope, whatsappId, parseJson(limits), now)
  })

import { WaitFor } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { DeliverySource } from '../../../shared/deliveries'
import { groupOf } from './enqueue'

interface ReceiverRef {
  source: DeliverySource
  sourceId: number
}

const second = 1000
/** Failures after which a receiver counts as down: then one delivery at a time tries it. */
export const downAfter = 3
/** Bounds of the pause between two attempts at a receiver that is down. */
const [minPause, maxPause] = [5 * second, 300 * second]
/** Time in ms within which the attempt that ends a pause is over; a request takes at most 10 s. */
export const attemptTime = 30 * second

const findReceiver = hot<ReceiverRef>()((db, p) =>
  db
    .select('delivery_receivers')
    .select(['failures', 'failingSince', 'pausedUntil'])
    .where('source', '=', p('source'))
    .where('sourceId', '=', p('sourceId')),
)
const takeAttempt = hot<ReceiverRef & { seen: string; until: string }>()((db, p) =>
  db
    .update('delivery_receivers')
    .set({ pausedUntil: p('until') })
    .where('source', '=', p('source'))
    .where('sourceId', '=', p('sourceId'))
    .where('pausedUntil', '=', p('seen'))
    .returning('id'),
)
const upsertFailure = hot<ReceiverRef & { now: string }>()((db, p) =>
  db
    .insert('delivery_receivers', {
      source: p('source'),
      sourceId: p('sourceId'),
      failures: 1,
      failingSince: p('now'),
      pausedUntil: null,
    })
    .onConflict((earlier) =>
      earlier.columns(['companyId', 'source', 'sourceId']).doUpdateSet(({ eb, ref }) => ({
        failures: eb('delivery_receivers.failures', '+', 1),
        failingSince: eb.fn.coalesce('delivery_receivers.failingSince', ref('excluded.failingSince')),
      })),
    )
    .returning(['failures', 'failingSince']),
)
const setPause = hot<ReceiverRef & { until: string }>()((db, p) =>
  db
    .update('delivery_receivers')
    .set({ pausedUntil: p('until') })
    .where('source', '=', p('source'))
    .where('sourceId', '=', p('sourceId')),
)
const clearFailures = hot<ReceiverRef>()((db, p) =>
  db
    .delete('delivery_receivers')
    .where('source', '=', p('source'))
    .where('sourceId', '=', p('sourceId'))
    .returning('failures'),
)

/** Prefix of the events for which deliveries wait while their receiver is down. */
export const receiverEvents = 'up:'

/** Event for which the deliveries of a receiver that is down wait. */
export const recoveryOf = ({ companyId }: Scope, receiver: ReceiverRef) =>
  `${receiverEvents}${companyId}:${groupOf(receiver)}`

/**
 * Passes when the receiver is up, or when this delivery is the one that tries it after a pause. @throws WaitFor the
 * receiver's recovery
 */
export async function passReceiver(outer: Scope, { source, sourceId }: ReceiverRef, now = Date.now()) {
  const receiver = { source, sourceId }
  const found = await outer.db.first(findReceiver, receiver)
  if (!found || found.failures < downAfter || found.pausedUntil === null) return
  const seen = found.pausedUntil
  const until = new Date(now + attemptTime).toISOString()
  const isDue = Date.parse(seen) <= now
  const taken = isDue && (await outer.transaction((scope) => scope.db.first(takeAttempt, { ...receiver, seen, until })))
  if (!taken) throw new WaitFor(recoveryOf(outer, receiver))
}

/** Ends the pause of a receiver that is down: a person asked for an attempt. */
export const endPause = (scope: Scope, { source, sourceId }: ReceiverRef) =>
  scope.db
    .update('delivery_receivers')
    .set({ pausedUntil: new Date().toISOString() })
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .where('pausedUntil', 'is not', null)
    .execute()

/**
 * Counts a failure; returns the time of the first one, whether this is the first one, and the pause in ms until the
 * next attempt at a receiver that is down, else null.
 */
export async function recordFailure(scope: Scope, { source, sourceId }: ReceiverRef, now = Date.now()) {
  const at = new Date(now).toISOString()
  const row = await scope.db.first(upsertFailure, { source, sourceId, now: at })
  const failingSince = row?.failingSince ?? at
  if (!row || row.failures < downAfter) return { failingSince, isFirst: row?.failures === 1, pause: null }
  const pause = Math.min(maxPause, Math.max(minPause, (now - Date.parse(failingSince)) / 2))
  const receiver = { source, sourceId }
  await scope.db.run(setPause, { ...receiver, until: new Date(now + pause).toISOString() })
  // Else each waiting delivery would be claimed once, only to begin to wait.
  const group = { name: 'webhook.deliver' as const, groupKey: groupOf(receiver) }
  await scope.ports.holdJobs(scope.db, group, recoveryOf(scope, receiver))
  return { failingSince, isFirst: false, pause }
}

/** Ends the failures of a receiver; returns their number. */
export const recordSuccess = async (scope: Scope, { source, sourceId }: ReceiverRef): Promise<number> =>
  (await scope.db.first(clearFailures, { source, sourceId }))?.failures ?? 0

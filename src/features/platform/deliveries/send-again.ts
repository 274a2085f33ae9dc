import type { Scope } from '../../../core/scope'
import type { DeliverySource } from '../../../shared/deliveries'
import { AppError } from '../../../shared/errors'
import { enqueueJob } from './enqueue'
import { endPause } from './receiver'

interface ReceiverRef {
  source: DeliverySource
  sourceId: number
}
/** Number of deliveries enqueued in one transaction. */
const batchSize = 500

/** Sends a delivered or failed delivery once more, with the same event id. @throws ERR_NO_DELIVERY_FOUND */
export function sendAgain(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const [row] = await queueAgain(scope, [id])
    if (!row) throw new AppError('ERR_NO_DELIVERY_FOUND')
    await endPause(scope, row)
    return { sent: 1 }
  })
}

/** Sends all failed deliveries of a receiver once more, oldest first; returns how many. */
export async function sendAllAgain(outer: Scope, { source, sourceId }: ReceiverRef) {
  let sent = 0
  for (let found = batchSize; found === batchSize; sent += found)
    found = await outer.transaction(async (scope) => {
      const rows = await scope.db
        .select('deliveries')
        .select('id')
        .where('source', '=', source)
        .where('sourceId', '=', sourceId)
        .where('state', '=', 'failed')
        .orderBy('id')
        .limit(batchSize)
        .execute()
      const ids = rows.map(({ id }) => id)
      return (await queueAgain(scope, ids)).length
    })
  return { sent }
}

async function queueAgain(scope: Scope, ids: number[]) {
  const now = new Date().toISOString()
  const rows = await scope.db
    .update('deliveries')
    .set({ state: 'waiting', queuedAt: now, nextAt: now })
    .where('id', 'in', ids)
    .where('state', '<>', 'waiting')
    .returning(['id', 'source', 'sourceId', 'lane'])
    .execute()
  for (const row of rows.sort((a, b) => a.id - b.id)) await enqueueJob(scope, row)
  return rows
}

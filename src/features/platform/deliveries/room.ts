import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { DeliverySource } from '../../../shared/deliveries'
import { limits } from '../../../shared/limits'

const allWaiting = hot<{}>()((db) =>
  db.select('deliveries_waiting').select(({ fn }) => fn.sum<number | null>('waiting').as('waiting')),
)
const waitingByReceiver = hot<{}>()((db) =>
  db
    .select('deliveries_waiting')
    .select(['source', 'sourceId', 'waiting'])
    .where(({ eb, lit }) => eb('waiting', '>', lit(0))),
)

/**
 * True when one more delivery to the receiver may wait: the company's waiting deliveries are below the limit, or those of
 * the receiver below its share of it. A receiver that is down thus refuses its own deliveries only.
 */
export async function hasRoom(
  scope: Scope,
  { source, sourceId }: { source: DeliverySource; sourceId: number },
  limit: number = limits.deliveriesWaiting,
): Promise<boolean> {
  const all = await scope.db.first(allWaiting, {})
  if (Number(all?.waiting ?? 0) < limit) return true
  const rows = await scope.db.run(waitingByReceiver, {})
  const own = rows.find((row) => row.source === source && row.sourceId === sourceId)
  return own === undefined || own.waiting < limit / rows.length
}

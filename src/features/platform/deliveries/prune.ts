import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { DeliverySource, DeliveryState } from '../../../shared/deliveries'
import { limits } from '../../../shared/limits'

interface LogPart {
  source: DeliverySource
  sourceId: number
  state: DeliveryState
}
/** Newest id that no longer fits in the log. */
const firstBeyond = hot<LogPart & { kept: number }>()((db, p) =>
  db
    .select('deliveries')
    .select('id')
    .where('source', '=', p('source'))
    .where('sourceId', '=', p('sourceId'))
    .where('state', '=', p('state'))
    .orderBy('id', 'desc')
    .limit(1)
    .offset(p('kept')),
)
const deleteUpTo = hot<LogPart & { id: number }>()((db, p) =>
  db
    .delete('deliveries')
    .where('source', '=', p('source'))
    .where('sourceId', '=', p('sourceId'))
    .where('state', '=', p('state'))
    .where('id', '<=', p('id')),
)
/** One delivery in this many looks for old rows. */
const rarely = 100

/** Deletes the oldest rows of a receiver in a final state, beyond `limits.deliveriesKept`. */
export async function pruneLog(
  scope: Scope,
  { id, source, sourceId }: { id: number; source: DeliverySource; sourceId: number },
  state: 'delivered' | 'failed',
) {
  if (id % rarely !== 0) return
  const part = { source, sourceId, state }
  const old = await scope.db.first(firstBeyond, { ...part, kept: limits.deliveriesKept })
  if (old) await scope.db.run(deleteUpTo, { ...part, id: old.id })
}

import type { Viewer } from '../../../core/scope'
import { type ListParameter, listOf } from '../../../core/storage/expressions'
import { can } from '../../../shared/permissions'

/** Queues whose tickets the user sees, by the rule of `seesTicket`, as parameters of a query. */
export const seenQueues = (viewer: Viewer): SeenQueues => ({
  every: can(viewer, 'ticket:seeAll') ? 1 : 0,
  queueless: seesQueue(viewer, null) ? 1 : 0,
  queueIds: listOf(viewer.queueIds),
})
export interface SeenQueues {
  every: 0 | 1
  queueless: 0 | 1
  queueIds: ListParameter
}
export const everyQueue: SeenQueues = { every: 1, queueless: 1, queueIds: listOf([]) }

/** True if the user sees tickets of this queue; null is none. */
export const seesQueue = (viewer: Viewer, queueId: number | null) =>
  can(viewer, 'ticket:seeAll') ||
  (queueId === null ? viewer.allTicket === 'enabled' : viewer.queueIds.includes(queueId))

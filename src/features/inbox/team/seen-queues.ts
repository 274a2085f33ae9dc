import type { Viewer } from '../../../core/scope'
import { type ListParameter, listOf } from '../../../core/storage/expressions'

/** Queues whose tickets the user sees, by the rule of `seesTicket`, as parameters of a query. */
export const seenQueues = ({ profile, queueIds, allTicket }: Viewer): SeenQueues => ({
  every: profile === 'admin' ? 1 : 0,
  queueless: profile === 'admin' || allTicket === 'enabled' ? 1 : 0,
  queueIds: listOf(queueIds),
})
export interface SeenQueues {
  every: 0 | 1
  queueless: 0 | 1
  queueIds: ListParameter
}
export const everyQueue: SeenQueues = { every: 1, queueless: 1, queueIds: listOf([]) }

/** True if the user sees tickets of this queue; null is none. */
export const seesQueue = ({ profile, queueIds, allTicket }: Viewer, queueId: number | null) =>
  profile === 'admin' || (queueId === null ? allTicket === 'enabled' : queueIds.includes(queueId))

import type { Connection } from '../../src/features/numbers/connections/model'
import type { Profile } from '../../src/shared/enums'
import { connections } from './connections'
import { useList } from './list'
import { useMe } from './session'

interface Person {
  profile: Profile
  allTicket: string
  queueIds: number[]
}

/** True for an agent to whom no new customer comes: no queue, or none that a number offers. */
export function seesNobody({ profile, allTicket, queueIds }: Person, numbers: Connection[]): boolean {
  if (profile === 'admin' || allTicket === 'enabled') return false
  if (queueIds.length === 0) return true
  const offered = new Set(numbers.flatMap(({ queueIds, transferQueueId }) => [...queueIds, transferQueueId]))
  return numbers.length > 0 && !queueIds.some((id) => offered.has(id))
}

/** True if no new customer comes to the signed-in user. */
export function useSeesNobody(): boolean {
  const { profile, allTicket, queues } = useMe()
  const { rows } = useList(connections)
  return seesNobody({ profile, allTicket, queueIds: queues.map(({ id }) => id) }, rows)
}

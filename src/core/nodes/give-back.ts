import { surplusOf } from './fair-share'
import type { HeldLease } from './held-leases'
import type { Renewal } from './lease-table'

/** Sessions that a drained node hands over in one round. */
const maxDrainedPerRound = 20

interface Holder {
  id: string
  held: HeldLease[]
  isLeaving: boolean
  isDrained: boolean
  /** Connections that should not connect, by the renewal before. */
  unwantedBefore: Set<number>
  /** False while a hand-over would disturb a person. */
  mayMove(lease: HeldLease): boolean
}

/**
 * Returns the leases that a node gives back after a renewal, whose sessions it hands over: `ended` of connections that should not connect for two
 * renewals, because a call that logs out follows that change of the connection and needs the session; `moved` above the
 * node's share, for others.
 */
export function chooseGivenBack(holder: Holder, renewal: Renewal): { ended: HeldLease[]; moved: HeldLease[] } {
  const idle = holder.held.filter(({ users, isLeaving }) => users === 0 && !isLeaving)
  const unwanted = new Set(renewal.unwanted)
  const ended = idle.filter(({ whatsappId }) => unwanted.has(whatsappId) && holder.unwantedBefore.has(whatsappId))
  const wantedLeases = idle.filter(({ whatsappId }) => !unwanted.has(whatsappId))
  const surplus = countSurplus(holder, wantedLeases.length, renewal)
  const movable = surplus > 0 ? wantedLeases.filter((lease) => holder.mayMove(lease)) : []
  return { ended, moved: movable.slice(Math.max(0, movable.length - surplus)) }
}

function countSurplus({ id, isLeaving, isDrained }: Holder, wanted: number, renewal: Renewal): number {
  if (isLeaving) return 0
  return isDrained ? maxDrainedPerRound : surplusOf(id, wanted, renewal)
}

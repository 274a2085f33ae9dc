import type { OtherNode } from './lease-table'

/**
 * Time in ms after its start for which a node gets no session that another one runs: a process that starts again and
 * again would interrupt numbers each time.
 */
const settleMs = 30_000
/** Sessions that a node hands over in one round. */
const maxPerRound = 4

/**
 * Returns how many sessions this node hands over now. Above the share of the settled nodes it is the surplus, a few at a
 * time; otherwise one, from the node with the most sessions, while another has less than an even share.
 */
export function surplusOf(self: string, held: number, { wanted, others }: { wanted: number; others: OtherNode[] }) {
  const settled = others.filter(({ ageMs, isServing }) => isServing && ageMs >= settleMs)
  const share = wanted / (settled.length + 1)
  if (held > Math.ceil(share)) return Math.min(held - Math.ceil(share), maxPerRound)
  const least = Math.floor(share)
  const lacks = settled.some((other) => other.held < least)
  const isRichest = settled.every((other) => other.held < held || (other.held === held && other.id > self))
  return held > least && lacks && isRichest ? 1 : 0
}

import type { Store } from '../storage/db'
import { dueNames, type GroupTurn, lockDueGroups, takeTurns } from '../storage/postgres/job-claims'
import { type Claimant, type ClaimedJob, inTurn, maxPerClaim, sharesOf } from './claimant'

/**
 * Claims due jobs on a server from which several nodes claim at once: as `claimJobs`, with two statements for all names
 * and groups. A name's `concurrency` limits the jobs that one node runs, `perGroup` those of the group at all nodes.
 */
export async function claimTogether(store: Store, claimant: Claimant): Promise<ClaimedJob[]> {
  const { placesOf, lastName = '' } = claimant
  const self = { node: claimant.node, isShared: claimant.isShared ?? false }
  const now = new Date().toISOString()
  const places = new Map<string, number>()
  for (const { name, isDue, running } of await dueNames(store.read, self, now)) {
    const free = placesOf(name).concurrency - running
    if (isDue && free > 0) places.set(name, free)
  }
  if (places.size === 0) return []
  const most = Math.ceil(maxPerClaim / places.size)
  const placesByName = inTurn([...places.keys()], lastName)
    .slice(0, maxPerClaim)
    .map((name) => ({ name, places: Math.min(most, places.get(name) as number) }))
  return store.writeUnordered(async (tx) => {
    const turns: GroupTurn[] = []
    const groups = Map.groupBy(await lockDueGroups(tx, self, placesByName, now), ({ name }) => name)
    for (const { name, places } of placesByName) {
      const locked = groups.get(name) ?? []
      const shares = sharesOf(places, locked.length)
      for (const [n, group] of locked.entries())
        turns.push({ ...group, most: shares(n), perGroup: placesOf(name).perGroup })
    }
    if (turns.length === 0) return []
    const taken = (await takeTurns(tx, self.node, turns, now)) as (ClaimedJob & { runAt: string })[]
    return taken.map(({ runAt: _, ...job }) => job)
  })
}

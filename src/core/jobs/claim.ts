import { sql } from 'kysely'
import type { Handle, Store } from '../storage/db'
import { prepare } from '../storage/prepared'
import type { CompanyId } from '../storage/schema'
import { TenantDb } from '../storage/tenant'
import { claimTogether } from './claim-together'
import { type Claimant, type ClaimedJob, inTurn, maxPerClaim, type Places, sharesOf } from './claimant'
import { takeTurn } from './groups'

const nextName = prepare<{ name: string }>()((db, p) =>
  db.selectFrom('ready_groups').select('name').where('name', '>', p('name')).orderBy('name').limit(1),
)
const dueGroups = prepare<{ name: string; now: string; limit: number }>()((db, p) =>
  db
    .selectFrom('ready_groups')
    .select(['companyId', 'name', 'groupKey'])
    .where('name', '=', p('name'))
    .where('readyAt', '<=', p('now'))
    .orderBy('readyAt')
    .limit(p('limit')),
)
const runningOf = prepare<{ name: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('running'))
    .where('name', '=', p('name')),
)
/**
 * Claims due jobs that have a place: increments `attempts` and locks the rows, stored before any of them runs. Names are
 * independent of each other; the groups of one name get equal shares. The number of rows read depends on the
 * places, not on the number of waiting jobs.
 */
export async function claimJobs(store: Store, claimant: Claimant): Promise<ClaimedJob[]> {
  if (store.read.engine.name === 'postgres') return claimTogether(store, claimant)
  const { node, placesOf, lastName = '' } = claimant
  const now = new Date().toISOString()
  const names = await claimableNames(store.read, placesOf, now)
  if (names.length === 0) return []
  return store.write(async (tx) => {
    const claimed: ClaimedJob[] = []
    for (const name of inTurn(names, lastName)) {
      if (claimed.length === maxPerClaim) break
      const most = Math.min(maxPerClaim - claimed.length, await freePlaces(tx, name, placesOf(name)))
      claimed.push(...(await claimName(store, tx, { name, most, perGroup: placesOf(name).perGroup, node, now })))
    }
    return claimed
  })
}

/** Names with a due group and a free place, in ascending order. Without one, an idle process writes nothing. */
async function claimableNames(handle: Handle, placesOf: (name: string) => Places, now: string): Promise<string[]> {
  const names: string[] = []
  for (const name of await namesOf(handle)) {
    const due = await dueGroups.first(handle, { name, now, limit: 1 })
    if (due && (await freePlaces(handle, name, placesOf(name))) > 0) names.push(name)
  }
  return names
}

/** Names that have a group with a ready job and a free place, in ascending order; one query per name. */
export async function namesOf(handle: Handle): Promise<string[]> {
  const names: string[] = []
  for (let name = ''; ; names.push(name)) {
    const row = await nextName.first(handle, { name })
    if (!row) return names
    name = row.name
  }
}

async function freePlaces(handle: Handle, name: string, { concurrency }: Places): Promise<number> {
  if (concurrency === Number.POSITIVE_INFINITY) return concurrency
  return concurrency - ((await runningOf.first(handle, { name }))?.count ?? 0)
}

interface Share {
  name: string
  most: number
  perGroup: number
  node: string
  now: string
}

async function claimName(store: Store, tx: Handle, { name, most, perGroup, node, now }: Share): Promise<ClaimedJob[]> {
  const claimed: ClaimedJob[] = []
  while (claimed.length < most) {
    const groups = await dueGroups.all(tx, { name, now, limit: most - claimed.length })
    if (groups.length === 0) break
    const shares = sharesOf(most - claimed.length, groups.length)
    for (const [n, { companyId, groupKey }] of groups.entries()) {
      const db = TenantDb.of(store, companyId as CompanyId, tx)
      claimed.push(...(await takeTurn(db, { name, groupKey }, { most: shares(n), perGroup, node, now })))
    }
  }
  return claimed
}

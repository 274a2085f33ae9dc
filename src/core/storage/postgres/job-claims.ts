import type { Handle } from '../db'
import { statementClock, ttlMs } from './node-ttl'

/**
 * Claims of jobs in PostgreSQL, where several nodes claim at once: few statements for jobs of many groups. A claim locks
 * the rows of its groups and skips those that others have locked, so that it waits for no other transaction
 * (docs/adr/0122).
 */

/** The node that claims. */
export interface ClaimingNode {
  node: string
  /** True when others may claim from the same database: the node then has a row in `nodes`. */
  isShared: boolean
}

/** State of one name that has groups with a ready job and, as far as known, a free place. */
interface DueName {
  name: string
  isDue: 0 | 1
  /** Time after `now` at which a further group is due. */
  next: string | null
  /** Jobs of the name that this node runs. */
  running: number
}

/** Group that this transaction has locked. */
interface LockedGroup {
  name: string
  companyId: number
  groupKey: string
}

/** Limits of one turn of a group: jobs that it may take, and its jobs that may run at once. */
export interface GroupTurn extends LockedGroup {
  most: number
  perGroup: number
}

/**
 * Condition on groups: jobs over a connection (`wa:7`) run at the node that has its session, and anywhere while no node
 * has it. $2 is the claiming node.
 */
const isOwn = `case when left("groupKey", 3) <> 'wa:' then true else not exists (
  select 1 from leases where "whatsappId" = substr("groupKey", 4)::bigint and leases.node <> $2
    and leases."expiresAt" > ${statementClock}) end`
/** Condition on the claiming node, $2: another one would release the jobs of a node that counts as ended. */
const isServing = `exists (select 1 from nodes where id = $2 and state = 'serving'
  and "beatAt" > ${statementClock} - ${ttlMs})`

const dueText = (own: string) => `with recursive names(name) as (
    (select name from ready_groups order by name limit 1)
    union all
    select (select name from ready_groups where ready_groups.name > names.name order by name limit 1)
    from names where names.name is not null
  )
  select name,
    exists (select 1 from ready_groups g where g.name = names.name and "readyAt" <= $1 and ${own}) as "isDue",
    (select "readyAt" from ready_groups g where g.name = names.name and "readyAt" > $1 and ${own}
      order by "readyAt" limit 1) as next,
    (select count(*) from jobs where state = 'running' and jobs.name = names.name and node = $2) as running
  from names where name is not null order by name`

/** Returns the names that have groups, in ascending order. */
export const dueNames = async (handle: Handle, { node, isShared }: ClaimingNode, now: string): Promise<DueName[]> =>
  (await handle.all(dueText(isShared ? isOwn : 'true'), [now, node])) as DueName[]

const lockText = (own: string, serving: string) => `select due.name, due."companyId", due."groupKey"
  from json_to_recordset($3::text::json) as asked(name text collate "C", places bigint),
    lateral (
      select name, "companyId", "groupKey" from ready_groups
      where ready_groups.name = asked.name and "readyAt" <= $1 and ${own}
      order by "readyAt" limit asked.places for update skip locked
    ) due
  where $2::text is not null and ${serving}`

/** Locks due groups, for each name at most `places`, the longest due first. Call within an unordered unit. */
export const lockDueGroups = async (
  tx: Handle,
  { node, isShared }: ClaimingNode,
  asked: { name: string; places: number }[],
  now: string,
): Promise<LockedGroup[]> => {
  const text = isShared ? lockText(isOwn, isServing) : lockText('true', 'true')
  return (await tx.all(text, [now, node, JSON.stringify(asked)])) as LockedGroup[]
}

const ofGroup = (row: string) =>
  `${row}.name = turn.name and ${row}."companyId" = turn."companyId" and ${row}."groupKey" = turn."groupKey"`

/** Locked groups are changed by no other claim; their jobs may be, by units of their company: those are skipped. */
const takeText = `with turn as materialized (
    select r.*, "perGroup" - (
      select count(*) from jobs where state = 'running' and jobs.name = r.name and jobs."companyId" = r."companyId"
        and jobs."groupKey" = r."groupKey") as free
    from json_to_recordset($3::text::json)
      as r(name text collate "C", "companyId" bigint, "groupKey" text collate "C", most bigint, "perGroup" bigint)
  ),
  picked as materialized (
    select job.id, turn.name, turn."companyId", turn."groupKey" from turn, lateral (
      select id from jobs where state = 'ready' and ${ofGroup('jobs')} and "runAt" <= $1
      order by "runAt", id limit greatest(0, least(turn.most, turn.free)) for update skip locked
    ) job
  ),
  taken as (
    update jobs set state = 'running', "lockedAt" = $1, node = $2, attempts = attempts + 1
    where id = any (array(select id from picked))
    returning id, "companyId", name, payload, lane, "groupKey", key, "runAt", attempts, interrupted, "lastError",
      "lockedAt"
  ),
  rest as materialized (
    select turn.*,
      case when turn.free > (select count(*) from picked where ${ofGroup('picked')}) then (
        select "runAt" from jobs where state = 'ready' and ${ofGroup('jobs')} and id not in (select id from picked)
        order by "runAt", id limit 1) end as "nextAt"
    from turn
  ),
  moved as (
    update ready_groups set "readyAt" = greatest(turn."nextAt", $1)
    from rest as turn where ${ofGroup('ready_groups')} and turn."nextAt" is not null
  ),
  ended as (
    delete from ready_groups using rest as turn where ${ofGroup('ready_groups')} and turn."nextAt" is null
  )
  select * from taken order by "runAt", id`

/**
 * Claims the oldest due jobs of locked groups, and sets the next turn of each group as `takeTurn` does
 * (core/jobs/groups.ts). Returns rows of jobs, oldest first. Call in the unit that has locked the groups.
 */
export const takeTurns = async (tx: Handle, node: string, turns: GroupTurn[], now: string): Promise<unknown[]> =>
  tx.all(takeText, [now, node, JSON.stringify(turns)])

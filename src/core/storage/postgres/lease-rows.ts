import { parseJson } from '../../../shared/json'
import type { Lease, LeasedConnection, LeaseTable, NodeFacts, OtherNode, Renewal } from '../../nodes/lease-table'
import type { Handle } from '../db'
import { isLostLine } from './failures'
import { Lines } from './lines'
import { ttlMs } from './node-ttl'

/** Longest time of a statement in ms: well below the time for which a node trusts its leases. */
const deadlineMs = 4000
/** Time in ms after which a node that has not said goodbye is removed. */
const forgetMs = 600_000

/** The server's clock in ms; the start of the transaction would be early by the time spent waiting for a row. */
const serverClock = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** Part of a statement that gives node `$1` the leases that `free` has locked; `clock` has the time. */
const takeFree = `taken as (
        update leases set node = $1, token = token + 1, "expiresAt" = (select at from clock) + ${ttlMs}
        from free where leases."whatsappId" = free."whatsappId"
        returning leases."companyId", leases."whatsappId", token
      )`

/**
 * Leases and nodes in PostgreSQL, on connections of their own, so that a busy node renews in time. A renewal does not wait
 * for units that hold a lease (`lock`: `for key share`); a change of the holder does (`for update`).
 */
export class LeaseRows implements LeaseTable {
  private readonly lines: Lines

  /** @param clock expression for the time in ms; tests give one that they drive */
  constructor(
    options: Record<string, unknown>,
    private readonly clock = serverClock,
  ) {
    const connection = { application_name: 'balcao leases', statement_timeout: `${deadlineMs}` }
    this.lines = new Lines({ ...options, connection }, { max: 2, idleMs: 300_000, deadlineMs })
  }

  async renew({ id, name, version, facts }: NodeFacts, held: Lease[]): Promise<Renewal> {
    const text = `with clock as materialized (select ${this.clock} as at),
      beat as (
        insert into nodes (id, name, version, state, "startedAt", "beatAt", facts)
        select $1, $2, $3, 'serving', at, at, $4 from clock
        on conflict (id) do update set "beatAt" = excluded."beatAt", facts = excluded.facts
        returning state
      ),
      gone as (delete from nodes where id <> $1 and "beatAt" < (select at from clock) - ${forgetMs}),
      renewed as (
        update leases set "expiresAt" = (select at from clock) + ${ttlMs}
        from json_to_recordset($5::text::json) as mine("whatsappId" bigint, token bigint)
        where leases."whatsappId" = mine."whatsappId" and leases.token = mine.token and leases.node = $1
        returning leases."whatsappId" as id
      )
      select
        (select coalesce(json_agg(id), '[]') from renewed)::text as renewed,
        (select at from clock) as at,
        (select state from beat) as state,
        (select coalesce(json_agg(o), '[]') from (
          select id, at - "startedAt" as "ageMs", state = 'serving' as "isServing",
            (select count(*) from leases where node = nodes.id and "expiresAt" > at) as held
          from nodes, clock where ${present}
        ) o)::text as others,
        (select count(*) from connections where "shouldConnect" = 1) as wanted,
        (select coalesce(json_agg("whatsappId"), '[]') from leases
          join connections on connections.id = "whatsappId"
          where node = $1 and "shouldConnect" = 0)::text as unwanted`
    const before = Date.now()
    const [row] = await this.rows(text, [id, name, version, facts, JSON.stringify(held.map(keyOf))])
    const { renewed, others, wanted, unwanted, at, state } = row as Record<string, string>
    return {
      renewed: parseJson<number[]>(renewed as string),
      others: parseJson<OtherNode[]>(others as string),
      wanted: Number(wanted),
      unwanted: parseJson<number[]>(unwanted as string),
      isDrained: state === 'drained',
      aheadMs: Math.round((before + Date.now()) / 2 - Number(at)),
    }
  }

  async take(node: string, held: Lease[], most: number): Promise<Lease[]> {
    const text = `with clock as materialized (select ${this.clock} as at),
      room as materialized (
        select least($3::bigint, ceil(wanted::numeric / nodes)::bigint - $4::bigint) as places
        from (select count(*) as wanted from connections where "shouldConnect" = 1) w,
          (select count(*) + 1 as nodes from nodes, clock where ${living}) n
      ),
      free as materialized (
        select leases."whatsappId" from leases join connections on connections.id = leases."whatsappId"
        where "shouldConnect" = 1 and (select places from room) > 0 and ${isFree('(select at from clock)')}
          and not (leases.node = $1 and leases."whatsappId" in (${ids('$2')}))
        order by leases."whatsappId" limit greatest(0, (select places from room))
        for update of leases skip locked
      ),
      ${takeFree},
      added as (
        insert into leases ("companyId", "whatsappId", node, token, "expiresAt")
        select "companyId", id, $1, 1, (select at from clock) + ${ttlMs} from connections
        where "shouldConnect" = 1 and not exists (select from leases where "whatsappId" = connections.id)
        order by id limit greatest(0, (select places from room) - (select count(*) from free))
        on conflict do nothing
        returning "companyId", "whatsappId", token
      )
      select * from taken union all select * from added`
    const values = [node, JSON.stringify(held.map(({ whatsappId }) => whatsappId)), most, held.length]
    return (await this.rows(text, values)) as unknown as Lease[]
  }

  async claim(node: string, { companyId, whatsappId }: LeasedConnection): Promise<Lease | { holder: string } | null> {
    const text = `with clock as materialized (select ${this.clock} as at),
      free as materialized (
        select "whatsappId" from leases
        where "whatsappId" = $3 and "companyId" = $2 and ${isFree('(select at from clock)')} for update
      ),
      ${takeFree},
      added as (
        insert into leases ("companyId", "whatsappId", node, token, "expiresAt")
        select "companyId", id, $1, 1, (select at from clock) + ${ttlMs} from connections
        where id = $3 and "companyId" = $2 and not exists (select from leases where "whatsappId" = $3)
        on conflict do nothing
        returning "companyId", "whatsappId", token
      )
      select * from taken union all select * from added`
    const [lease] = await this.rows(text, [node, companyId, whatsappId])
    if (lease) return lease as unknown as Lease
    const holders = 'select node as holder from leases where "whatsappId" = $2 and "companyId" = $1'
    const [other] = await this.rows(holders, [companyId, whatsappId])
    return (other as { holder: string } | undefined) ?? null
  }

  async holderOf({ companyId, whatsappId }: LeasedConnection): Promise<string | null> {
    const text = `select node from leases where "whatsappId" = $2 and "companyId" = $1 and "expiresAt" > ${this.clock}`
    const [row] = await this.rows(text, [companyId, whatsappId])
    return (row as { node: string } | undefined)?.node ?? null
  }

  async release(node: string, leases: Lease[]): Promise<void> {
    const text = `update leases set node = '', "expiresAt" = 0
      from json_to_recordset($2::text::json) as mine("whatsappId" bigint, token bigint)
      where leases."whatsappId" = mine."whatsappId" and leases.token = mine.token and leases.node = $1`
    await this.rows(text, [node, JSON.stringify(leases.map(keyOf))])
  }

  async startLeaving(node: string): Promise<void> {
    await this.rows("update nodes set state = 'leaving' where id = $1", [node])
  }

  async remove(node: string): Promise<void> {
    await this.rows('delete from nodes where id = $1', [node])
  }

  async lock(tx: Handle, node: string, { whatsappId, token }: Lease): Promise<boolean> {
    const text = 'select 1 from leases where "whatsappId" = $1 and node = $2 and token = $3 for key share'
    return (await tx.first(text, [whatsappId, node, token])) !== undefined
  }

  close(): Promise<void> {
    return this.lines.close()
  }

  /** Runs a statement, on another line if the first one turns out to be lost: each of them may run twice. */
  private async rows(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    const run = () => this.lines.use((line) => line.rows(text, values))
    try {
      return await run()
    } catch (error) {
      if (!isLostLine(error)) throw error
      return run()
    }
  }
}

const keyOf = ({ whatsappId, token }: Lease) => ({ whatsappId, token })
const ids = (parameter: string) => `select value::bigint from json_array_elements_text(${parameter}::text::json)`
/** Conditions on another node, with the parameter $1 for this one: it lives, and takes work. */
const present = `id <> $1 and state <> 'leaving' and "beatAt" > at - ${ttlMs}`
const living = `${present} and state = 'serving'`
/** Condition on a lease that this node, $1, may take. An own one was lost without others having noticed. */
const isFree = (at: string) => `("expiresAt" <= ${at} or leases.node = $1)`

import type { Handle } from './db'
import { statementClock, ttlMs } from './postgres/node-ttl'

/** Rows of `nodes`, which only a database server has. */

/** Work that a node takes: any, none until it is received again, or none because it ends. */
type NodeState = 'serving' | 'drained' | 'leaving'

export interface NodeRow {
  id: string
  name: string
  version: string
  state: NodeState
  /** Times in ms since 1970 by the database's clock. */
  startedAt: number
  beatAt: number
  /** Time in ms since the last heartbeat, and whether it is so long that the others count the node as ended. */
  silentMs: number
  isSilent: 0 | 1
  /** WhatsApp numbers whose sessions the node runs. */
  sessions: number
  /** JSON (`NodeFigures` of core/nodes/node-figures.ts); of an earlier version without some of the fields. */
  facts: string
}

const silentMs = `greatest(0, ${statementClock} - "beatAt")`

/** All nodes, the one that started first at the front; one that was killed is listed for ten minutes (lease-rows.ts). */
export async function listNodeRows(handle: Handle): Promise<NodeRow[]> {
  const text = `select id, name, version, state, "startedAt", "beatAt", ${silentMs} as "silentMs",
      case when ${silentMs} > ${ttlMs} then 1 else 0 end as "isSilent",
      (select count(*) from leases where leases.node = nodes.id and "expiresAt" > ${statementClock}) as sessions, facts
    from nodes order by "startedAt", id`
  return (await handle.all(text, [])) as NodeRow[]
}

/** Locks the living nodes, so that of two that are drained at the same moment the second sees the first. */
export async function lockLivingNodes(tx: Handle): Promise<{ id: string; name: string; state: NodeState }[]> {
  const text = `select id, name, state from nodes where "beatAt" > ${statementClock} - ${ttlMs} order by id for update`
  return (await tx.all(text, [])) as { id: string; name: string; state: NodeState }[]
}

/** Call within the transaction that has locked the node. */
export async function setNodeState(tx: Handle, id: string, state: NodeState) {
  await tx.run('update nodes set state = $2 where id = $1', [id, state])
}

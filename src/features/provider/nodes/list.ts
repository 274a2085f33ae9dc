import type { NodeFigures, OwnNode } from '../../../core/nodes/node-figures'
import type { Platform } from '../../../core/scope'
import { listNodeRows, type NodeRow } from '../../../core/storage/node-rows'
import { parseJson } from '../../../shared/json'
import type { Node, NodeList } from './model'

/** The processes of the installation, the one that started first at the front. */
export async function listNodes(platform: Platform): Promise<NodeList> {
  const { node } = platform.ports
  const nodes = node.isShared ? (await listNodeRows(platform.handle)).map(nodeOf) : [await onlyNode(platform, node)]
  return { isShared: node.isShared, here: node.id, nodes }
}

function nodeOf({ id, name, version, state, startedAt, beatAt, isSilent, sessions, facts }: NodeRow): Node {
  return {
    ...{ id, name, version, sessions },
    state: isSilent ? 'silent' : state,
    startedAt: new Date(startedAt).toISOString(),
    seenAt: new Date(beatAt).toISOString(),
    ...figuresOf(parseJson(facts)),
  }
}

/** The process of a database file: it runs the sessions of all numbers that should be connected. */
async function onlyNode({ db }: Platform, { id, name, version, startedAt, readFigures }: OwnNode): Promise<Node> {
  const { count } = await db
    .selectFrom('connections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('shouldConnect', '=', 1)
    .executeTakeFirstOrThrow()
  const state = 'serving' as const
  return { id, name, version, startedAt, state, seenAt: null, sessions: count, ...figuresOf(readFigures()) }
}

/** Figures of a process of any version. */
function figuresOf(told: Partial<NodeFigures>) {
  const { jobs = null, sockets = null, cores = null, load = null, aheadMs = null } = told
  const { memoryBytes = null, machineBytes = null } = told
  return { jobs, sockets, cores, load, memoryBytes, machineBytes, aheadMs }
}

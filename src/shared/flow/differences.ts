import type { StoredEdge, StoredFlow } from './read'
import { readNode, type StoredNode } from './read-node'

/** Way out of a node that leads elsewhere; null for nowhere. */
interface ChangedWay {
  source: string
  handle: string
  before: string | null
  after: string | null
}

/** Differences between two contents of a flow. The place of a node on the canvas does not count. */
export interface Comparison {
  added: StoredNode[]
  removed: StoredNode[]
  changed: { before: StoredNode; after: StoredNode }[]
  /** Ways of nodes that both contents have. */
  ways: ChangedWay[]
}

/** Compares two contents by the ids of their nodes; nodes in the order of the lists. */
export function compareFlows(before: StoredFlow, after: StoredFlow): Comparison {
  const [old, current] = [nodesById(before), nodesById(after)]
  const changed = after.nodes.flatMap((node) => {
    const earlier = old.get(node.id)
    return earlier && meaningOf(earlier) !== meaningOf(node) ? [{ before: earlier, after: node }] : []
  })
  return {
    added: after.nodes.filter(({ id }) => !old.has(id)),
    removed: before.nodes.filter(({ id }) => !current.has(id)),
    changed,
    ways: compareWays(before.connections, after.connections).filter(
      ({ source }) => old.has(source) && current.has(source),
    ),
  }
}

export const isSame = ({ added, removed, changed, ways }: Comparison) =>
  added.length + removed.length + changed.length + ways.length === 0

const nodesById = ({ nodes }: StoredFlow) => new Map(nodes.map((node) => [node.id, node]))

/** A node's data as the engine reads it, as a text that is equal for equal data; unreadable data as it is stored. */
function meaningOf(node: StoredNode): string {
  try {
    const { kind, data } = readNode(node, 0)
    return kind === 'unknown' ? `${node.type} ${sortedJson(node.data)}` : `${kind} ${sortedJson(data)}`
  } catch {
    return `${node.type} ${sortedJson(node.data)}`
  }
}

const sortedJson = (value: unknown) =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

function compareWays(before: StoredEdge[], after: StoredEdge[]): ChangedWay[] {
  const [old, current] = [targetsOf(before), targetsOf(after)]
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((way) => {
    const change = { before: old.get(way)?.target ?? null, after: current.get(way)?.target ?? null }
    const { source, sourceHandle } = (old.get(way) ?? current.get(way)) as StoredEdge
    return change.before === change.after ? [] : [{ source, handle: sourceHandle ?? 'a', ...change }]
  })
}

const targetsOf = (edges: StoredEdge[]) =>
  new Map(edges.map((edge) => [`${edge.source}/${edge.sourceHandle ?? 'a'}`, edge]))

import { FlowFault } from './fault'
import { type Definition, type FlowEdge, type FlowNode, handlesOf, startId } from './node'
import { readNode, type StoredNode } from './read-node'

export interface StoredEdge {
  id: string
  source: string
  sourceHandle?: string | null
  target: string
}

/** A flow as the editor keeps it. */
export interface StoredFlow {
  nodes: StoredNode[]
  connections: StoredEdge[]
}

/** Nodes of one flow (server-behaviour §6.1), and edges: each node has few ways out. */
export const maxNodes = 200
const maxEdges = 2000

/**
 * Reads a stored flow as the engine runs it. Edges of ways out that a node no longer has are left out, as an editor
 * forgets them when a menu loses an option. @throws FlowFault with the first reason and its place
 */
export function readFlow({ nodes, connections }: StoredFlow): Definition {
  if (nodes.length > maxNodes) throw new FlowFault({ reason: 'tooManyNodes' })
  if (connections.length > maxEdges) throw new FlowFault({ reason: 'tooManyEdges' })
  const read = nodes.map((node) => readNode(node))
  checkNodes(read)
  return { nodes: read, edges: readEdges(new Map(read.map((node) => [node.id, node])), connections) }
}

function checkNodes(nodes: FlowNode[]) {
  const ids = new Set<string>()
  for (const { id } of nodes) {
    if (!/^[\w-]{1,64}$/.test(id)) throw new FlowFault({ reason: 'nodeId', nodeId: id.slice(0, 64) })
    if (ids.has(id)) throw new FlowFault({ reason: 'duplicateId', nodeId: id })
    ids.add(id)
  }
  const starts = nodes.filter(({ kind }) => kind === 'start')
  const [start, second] = starts
  if (start?.id !== startId) throw new FlowFault({ reason: 'noStart' })
  if (second) throw new FlowFault({ reason: 'twoStarts', nodeId: second.id })
}

function readEdges(nodes: Map<string, FlowNode>, stored: StoredEdge[]): FlowEdge[] {
  const taken = new Set<string>()
  return stored.flatMap((edge) => {
    const read = readEdge(nodes, edge)
    if (!read) return []
    const key = `${read.source}/${read.handle}`
    if (taken.has(key)) throw new FlowFault({ reason: 'twoEdges', nodeId: read.source, field: read.handle })
    taken.add(key)
    return [read]
  })
}

/** Returns null for a way out that its node no longer has. */
function readEdge(nodes: Map<string, FlowNode>, { source, sourceHandle, target }: StoredEdge): FlowEdge | null {
  const from = nodes.get(source)
  const handle = sourceHandle ?? 'a'
  if (!from || !nodes.has(target)) throw new FlowFault({ reason: 'unknownNode', nodeId: from ? target : source })
  if (target === startId) throw new FlowFault({ reason: 'intoStart', nodeId: source })
  if (handlesOf(from).includes(handle)) return { source, handle, target }
  const isForgotten = from.kind === 'unknown' || (from.kind === 'menu' && /^a\d+$/.test(handle))
  if (!isForgotten) throw new FlowFault({ reason: 'handle', nodeId: source, field: handle })
  return null
}

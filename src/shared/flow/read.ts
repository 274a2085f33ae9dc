import { limits } from '../limits'
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

/**
 * Reads a stored flow as the engine runs it. Edges of ways out that a node no longer has are left out, as an editor
 * forgets them when a menu loses an option. @throws FlowFault with the first reason and its place
 */
export function readFlow({ nodes, connections }: StoredFlow): Definition {
  if (nodes.length > limits.flowNodes) throw new FlowFault({ reason: 'tooManyNodes', place: 'nodes' })
  if (connections.length > limits.flowEdges) throw new FlowFault({ reason: 'tooManyEdges', place: 'connections' })
  const read = nodes.map((node, at) => readNode(node, at))
  checkNodes(read)
  return { nodes: read, edges: readEdges(new Map(read.map((node) => [node.id, node])), connections) }
}

function checkNodes(nodes: FlowNode[]) {
  const ids = new Set<string>()
  for (const [at, { id, kind }] of nodes.entries()) {
    const place = `nodes.${at}.id`
    if (!/^(?!__proto__$)[\w-]{1,64}$/.test(id)) throw new FlowFault({ reason: 'nodeId', place })
    if (ids.has(id)) throw new FlowFault({ reason: 'duplicateId', place })
    if (kind === 'start' && id !== startId)
      throw new FlowFault({ reason: ids.has(startId) ? 'twoStarts' : 'noStart', place })
    ids.add(id)
  }
  if (!nodes.some(({ kind }) => kind === 'start')) throw new FlowFault({ reason: 'noStart', place: 'nodes' })
}

function readEdges(nodes: Map<string, FlowNode>, stored: StoredEdge[]): FlowEdge[] {
  const takenHandles = new Set<string>()
  return stored.flatMap((edge, at) => {
    const read = readEdge(nodes, edge, `connections.${at}`)
    if (!read) return []
    const key = `${read.source}/${read.handle}`
    if (takenHandles.has(key)) throw new FlowFault({ reason: 'twoEdges', place: `connections.${at}` })
    takenHandles.add(key)
    return [read]
  })
}

/** Returns null for a way out that its node no longer has. */
function readEdge(nodes: Map<string, FlowNode>, edge: StoredEdge, place: string): FlowEdge | null {
  const { source, sourceHandle, target } = edge
  const from = nodes.get(source)
  const handle = sourceHandle ?? 'a'
  if (!from) throw new FlowFault({ reason: 'unknownNode', place: `${place}.source` })
  if (!nodes.has(target)) throw new FlowFault({ reason: 'unknownNode', place: `${place}.target` })
  if (target === startId) throw new FlowFault({ reason: 'intoStart', place: `${place}.target` })
  if (handlesOf(from).includes(handle)) return { source, handle, target }
  const isForgotten =
    from.kind === 'unknown' ||
    (from.kind === 'menu' && /^a\d+$/.test(handle)) ||
    (from.kind === 'question' && handle === 'b')
  if (!isForgotten) throw new FlowFault({ reason: 'handle', place: `${place}.sourceHandle` })
  return null
}

import { handlesOf, startId } from '../../../../../src/shared/flow/node'
import type { StoredEdge, StoredFlow } from '../../../../../src/shared/flow/read'
import { kindOf, readNode, type StoredNode } from '../../../../../src/shared/flow/read-node'

/** Pure changes of a flow: each returns a new flow and leaves the given one as it is. */

export type NewNode = Pick<StoredNode, 'type' | 'data'>

/** Width of a node's card in px; a new node stands `gap` past it. */
export const cardWidth = 230
const gap = 50
/** Distance of a copy from the rightmost node, in px. */
const copyDistance = 240

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Id of a node: 30 random letters and digits. */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(30)), (byte) => letters[byte % letters.length]).join('')

/** Flow that a new editor shows. */
export const emptyFlow = (): StoredFlow => ({
  nodes: [{ id: startId, type: 'start', position: { x: 250, y: 100 }, data: { label: 'Inicio do fluxo' } }],
  connections: [],
})

/** Ways out of a stored node; none for data that cannot be read. */
export function waysOf(node: StoredNode): string[] {
  try {
    return handlesOf(readNode(node, 0))
  } catch {
    return []
  }
}

/** Adds a node to the right of the last one. A start replaces the start and keeps its place and edges. */
export function addNode(flow: StoredFlow, { type, data }: NewNode, id = newId()): StoredFlow {
  if (kindOf(type) === 'start') return addStart(flow, { type, data })
  return { ...flow, nodes: [...flow.nodes, { id, type, data, position: besideLast(flow.nodes) }] }
}

function addStart(flow: StoredFlow, { type, data }: NewNode): StoredFlow {
  if (flow.nodes.some(({ id }) => id === startId)) return changeData(flow, startId, data)
  return { ...flow, nodes: [...flow.nodes, { id: startId, type, data, position: besideLast(flow.nodes) }] }
}

function besideLast(nodes: StoredNode[]) {
  const last = nodes.at(-1)
  return last ? { x: last.position.x + cardWidth + gap, y: last.position.y } : { x: 250, y: 100 }
}

/** Height of a card in px for the search of a free place; most cards are lower. */
const usualHeight = 160
/** Step in px of the search for a free place. */
const searchStep = 20

/** Free place to the right of a node, or of the last one; below other cards that stand there. */
export function freePlace({ nodes }: StoredFlow, besideId?: string): StoredNode['position'] {
  const beside = nodes.find(({ id }) => id === besideId) ?? nodes.at(-1)
  const place = besideLast(beside ? [beside] : [])
  const covers = ({ position: { x, y } }: StoredNode) =>
    Math.abs(x - place.x) < cardWidth + searchStep && Math.abs(y - place.y) < usualHeight
  while (nodes.some(covers)) place.y += searchStep
  return place
}

/** Replaces a node's data. Edges of ways out that it no longer has are removed, as the server does at the next save. */
export function changeData(flow: StoredFlow, id: string, data: StoredNode['data']): StoredFlow {
  const nodes = flow.nodes.map((node) => (node.id === id ? { ...node, data } : node))
  const changed = nodes.find((node) => node.id === id)
  if (!changed || kindOf(changed.type) === 'unknown') return { ...flow, nodes }
  const ways = new Set(waysOf(changed))
  const stays = ({ source, sourceHandle }: StoredEdge) => source !== id || ways.has(sourceHandle ?? 'a')
  return { nodes, connections: flow.connections.filter(stays) }
}

/** Connects a way out with a node; an edge that the way had before is replaced. No edge leads to the start. */
export function connect(flow: StoredFlow, source: string, handle: string, target: string): StoredFlow {
  if (target === startId || !flow.nodes.some(({ id }) => id === target)) return flow
  const others = flow.connections.filter((edge) => !isWay(edge, source, handle))
  if (others.length < flow.connections.length && targetOf(flow, source, handle) === target) return flow
  const edge = { id: `${source}-${handle}`, source, sourceHandle: handle, target }
  return { ...flow, connections: [...others, edge] }
}

export const disconnect = (flow: StoredFlow, source: string, handle: string): StoredFlow => ({
  ...flow,
  connections: flow.connections.filter((edge) => !isWay(edge, source, handle)),
})

const isWay = (edge: StoredEdge, source: string, handle: string) =>
  edge.source === source && (edge.sourceHandle ?? 'a') === handle

/** Id of the node behind a way out. */
export const targetOf = (flow: StoredFlow, source: string, handle: string): string | undefined =>
  flow.connections.find((edge) => isWay(edge, source, handle))?.target

/** Removes nodes with their edges, and edges by id. The start stays. */
export function remove(flow: StoredFlow, nodeIds: Iterable<string>, edgeIds: Iterable<string> = []): StoredFlow {
  const nodes = new Set(nodeIds)
  nodes.delete(startId)
  const edges = new Set(edgeIds)
  const stays = ({ id, source, target }: StoredEdge) => !edges.has(id) && !nodes.has(source) && !nodes.has(target)
  const connections = flow.connections.filter(stays)
  const kept = flow.nodes.filter(({ id }) => !nodes.has(id))
  const isChanged = kept.length < flow.nodes.length || connections.length < flow.connections.length
  return isChanged ? { nodes: kept, connections } : flow
}

export type Positions = ReadonlyMap<string, { x: number; y: number }>

export function move(flow: StoredFlow, positions: Positions): StoredFlow {
  const isMoved = ({ id, position: { x, y } }: StoredNode) => {
    const to = positions.get(id)
    return to !== undefined && (to.x !== x || to.y !== y)
  }
  if (!flow.nodes.some(isMoved)) return flow
  const nodes = flow.nodes.map((node) =>
    isMoved(node) ? { ...node, position: positions.get(node.id) as StoredNode['position'] } : node,
  )
  return { ...flow, nodes }
}

/** Nodes without the start, and the edges among them: the content of a copy. */
export function copyOf(flow: StoredFlow, nodeIds: Iterable<string>): StoredFlow {
  const ids = new Set(nodeIds)
  ids.delete(startId)
  return {
    nodes: flow.nodes.filter(({ id, type }) => ids.has(id) && kindOf(type) !== 'start'),
    connections: flow.connections.filter(({ source, target }) => ids.has(source) && ids.has(target)),
  }
}

/**
 * Inserts copied nodes under new ids, 240 px right of the rightmost node; several keep their places to each other.
 * Returns the flow and the new ids.
 */
export function paste(flow: StoredFlow, { nodes, connections }: StoredFlow): { flow: StoredFlow; ids: string[] } {
  if (nodes.length === 0) return { flow, ids: [] }
  const ids = new Map(nodes.map(({ id }) => [id, newId()]))
  const rightmost = flow.nodes.toSorted((a, b) => b.position.x - a.position.x)[0]
  const leftmost = Math.min(...nodes.map(({ position }) => position.x))
  const shift = rightmost ? rightmost.position.x + copyDistance - leftmost : 0
  const copies = nodes.map((node) => ({
    ...structuredClone(node),
    id: ids.get(node.id) as string,
    position: { x: node.position.x + shift, y: node.position.y },
  }))
  const edges = connections.map(({ source, sourceHandle, target }) => {
    const [from, handle] = [ids.get(source) as string, sourceHandle ?? 'a']
    return { id: `${from}-${handle}`, source: from, sourceHandle: handle, target: ids.get(target) as string }
  })
  const grown = { nodes: [...flow.nodes, ...copies], connections: [...flow.connections, ...edges] }
  return { flow: grown, ids: copies.map(({ id }) => id) }
}

/** A flow with the data of the nodes that the server stores in another form. */
export function withStoredData(flow: StoredFlow, stored: StoredFlow): StoredFlow {
  const byId = new Map(stored.nodes.map((node) => [node.id, node]))
  const differs = ({ id, data }: StoredNode) => JSON.stringify(byId.get(id)?.data ?? data) !== JSON.stringify(data)
  if (!flow.nodes.some(differs)) return flow
  const nodes = flow.nodes.map((node) =>
    differs(node) ? { ...node, data: byId.get(node.id)?.data as StoredNode['data'] } : node,
  )
  return { ...flow, nodes }
}

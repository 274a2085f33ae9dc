import { applyNodeChanges, type Edge, type Node, type NodeChange } from '@xyflow/react'
import type { StoredEdge, StoredFlow } from '../../../../../src/shared/flow/read'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import type { Selection } from '../editor/editor'

export type CardNode = Node<{ stored: StoredNode; summary: string; isGhost?: true }, 'card'>
export type WayEdge = Edge<{ stored: StoredEdge; way: string }, 'way'>

/** Nodes and edges as the canvas library draws them, made from the flow and the selection. */
export interface View {
  flow: StoredFlow
  selection: Selection
  textsOf: CardTexts
  edgeTextsOf: EdgeTexts
  ghosts: StoredNode[]
  nodes: CardNode[]
  edges: WayEdge[]
}

/** Texts of a node: its content, its name for screen readers, and the names of its ways out. */
export type CardTexts = (stored: StoredNode) => { summary: string; ariaLabel: string }
/** Names of an edge: its way out, and the whole edge for screen readers. */
export type EdgeTexts = (
  edge: StoredEdge,
  source?: StoredNode,
  target?: StoredNode,
) => { way: string; ariaLabel: string }

/** Content of a view, without what is made from it. */
export type Drawing = Omit<View, 'nodes' | 'edges'>

/** Draws a flow. Unchanged nodes and edges keep their objects, so that React renders only the changed ones. */
export function drawView(before: View | null, drawing: Drawing): View {
  const { flow, selection, textsOf, edgeTextsOf, ghosts } = drawing
  const byId = new Map(flow.nodes.map((node) => [node.id, node]))
  const oldNodes = new Map(before?.nodes.map((node) => [node.id, node]))
  const oldEdges = new Map(before?.edges.map((edge) => [edge.id, edge]))
  return {
    ...drawing,
    nodes: [
      ...flow.nodes.map((stored) =>
        drawNode(oldNodes.get(stored.id), { stored, selected: selection.nodes.has(stored.id), ...textsOf(stored) }),
      ),
      ...ghosts.map((stored) => oldNodes.get(ghostId(stored)) ?? drawGhost(stored, textsOf(stored))),
    ],
    edges: flow.connections.map((stored) => {
      const texts = edgeTextsOf(stored, byId.get(stored.source), byId.get(stored.target))
      return drawEdge(oldEdges.get(stored.id), { stored, selected: selection.edges.has(stored.id), ...texts })
    }),
  }
}

interface Drawn extends ReturnType<CardTexts> {
  stored: StoredNode
  selected: boolean
}

function drawNode(old: CardNode | undefined, { stored, selected, summary, ariaLabel }: Drawn): CardNode {
  // A dragged node is ahead of the flow, which gets its place at the end.
  const position = old?.dragging ? old.position : stored.position
  const isUnchanged = old?.data.stored === stored && old.selected === selected && old.ariaLabel === ariaLabel
  if (old && isUnchanged && isSame(old.position, position)) return old
  const base = old ?? { id: stored.id, type: 'card' as const, className: 'group/node' }
  return { ...base, data: { stored, summary }, selected, position, ariaLabel }
}

/** Id of a ghost's card; not the node's, which may come back while its ghost is drawn. */
const ghostId = ({ id }: StoredNode) => `ghost ${id}`

/** Card of a node that the flow does not have: neither moved nor selected nor connected. */
const drawGhost = (stored: StoredNode, { summary, ariaLabel }: ReturnType<CardTexts>): CardNode => ({
  ...{ id: ghostId(stored), type: 'card', position: stored.position, ariaLabel },
  ...{ draggable: false, selectable: false, connectable: false, focusable: false },
  data: { stored, summary, isGhost: true },
})

const isSame = (a: { x: number; y: number }, b: { x: number; y: number }) => a.x === b.x && a.y === b.y

interface DrawnEdge extends ReturnType<EdgeTexts> {
  stored: StoredEdge
  selected: boolean
}

function drawEdge(old: WayEdge | undefined, { stored, selected, way, ariaLabel }: DrawnEdge): WayEdge {
  const isUnchanged = old?.data?.stored === stored && old.selected === selected && old.ariaLabel === ariaLabel
  if (old && isUnchanged && old.data?.way === way) return old
  const { id, source, target } = stored
  return {
    ...{ id, source, target, selected, ariaLabel, type: 'way' },
    sourceHandle: stored.sourceHandle ?? 'a',
    data: { stored, way },
  }
}

/** Applies the library's measurements and movements; selections are kept by the editor. */
export const applyChanges = (view: View, changes: NodeChange<CardNode>[]): View => ({
  ...view,
  nodes: applyNodeChanges(
    changes.filter(({ type }) => type === 'dimensions' || type === 'position'),
    view.nodes,
  ),
})

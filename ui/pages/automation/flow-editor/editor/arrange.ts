import type { StoredFlow } from '../../../../../src/shared/flow/read'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { cardWidth, type Positions, targetOf, waysOf } from './flow-changes'
import { outlineOrder } from './outline-order'

/** Height of a card in px: head, three lines of text, and a row of 32 px for each of several ways out. */
const heightOf = (ways: number) => 110 + (ways > 1 ? 32 * ways : 0)

/** Distances in px between the columns and between the cards of one column. */
const distance = { columns: 80, rows: 40 }

/**
 * Places of all nodes in columns from the start to the ends. Targets stand in the order of the ways that lead to them, as
 * the rows of a card show them. Loads the layout code on first use.
 */
export async function arrange(flow: StoredFlow): Promise<Positions> {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: distance.columns, nodesep: distance.rows })
  graph.setDefaultEdgeLabel(() => ({}))
  const nodes = outlineOrder(flow)
  for (const node of nodes) graph.setNode(node.id, { width: cardWidth, height: heightOf(waysOf(node).length) })
  for (const { id, target } of nodes.flatMap((node) => edgesInOrder(flow, node))) graph.setEdge(id, target)
  // The heuristic against crossings swaps the targets of a node; without it the order of the edges above counts.
  layout(graph, { disableOptimalOrderHeuristic: true })
  return new Map(
    flow.nodes.map(({ id }) => {
      const { x, y, width, height } = graph.node(id)
      return [id, { x: toGrid(x - width / 2), y: toGrid(y - height / 2) }]
    }),
  )
}

/** Edges of a node in the order of its ways out. */
const edgesInOrder = (flow: StoredFlow, node: StoredNode) =>
  waysOf(node).flatMap((handle) => {
    const target = targetOf(flow, node.id, handle)
    return target === undefined ? [] : [{ id: node.id, target }]
  })

/** Distance of the grid that nodes snap to, in px. */
export const gridSize = 20
const toGrid = (value: number) => Math.round(value / gridSize) * gridSize

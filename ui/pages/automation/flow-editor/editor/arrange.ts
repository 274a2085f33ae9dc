import type { StoredFlow } from '../../../../../src/shared/flow/read'
import { cardWidth, type Positions, waysOf } from './flow-changes'

/** Height of a card in px as far as it follows from its ways out; the text adds at most three lines. */
const heightOf = (ways: number) => 100 + (ways > 1 ? 28 * ways : 0)

/** Distances in px between the columns and between the cards of one column. */
const distance = { columns: 80, rows: 40 }

/** Places of all nodes in columns from the start to the ends, few edges crossing. Loads the layout code on first use. */
export async function arrange(flow: StoredFlow): Promise<Positions> {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: distance.columns, nodesep: distance.rows })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const node of flow.nodes) graph.setNode(node.id, { width: cardWidth, height: heightOf(waysOf(node).length) })
  for (const { source, target } of flow.connections) graph.setEdge(source, target)
  layout(graph)
  return new Map(
    flow.nodes.map(({ id }) => {
      const { x, y, width, height } = graph.node(id)
      return [id, { x: toGrid(x - width / 2), y: toGrid(y - height / 2) }]
    }),
  )
}

/** Distance of the grid that nodes snap to, in px. */
export const gridSize = 20
const toGrid = (value: number) => Math.round(value / gridSize) * gridSize

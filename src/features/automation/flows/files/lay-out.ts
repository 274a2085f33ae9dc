import { startId } from '../../../../shared/flow/node'
import type { StoredEdge, StoredFlow } from '../../../../shared/flow/read'

/** Distances between nodes in pixels. */
const grid = { x: 320, y: 260 }

/** The flow with its nodes in columns by their distance from the start. Nodes that nothing reaches are in the first. */
export function layOut({ nodes, connections }: StoredFlow): StoredFlow {
  const columns = columnsOf(connections)
  const rows = new Map<number, number>()
  const placed = nodes.map((node) => {
    const column = columns.get(node.id) ?? 0
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    return { ...node, position: { x: column * grid.x, y: row * grid.y } }
  })
  return { nodes: placed, connections }
}

function columnsOf(edges: StoredEdge[]): Map<string, number> {
  const columns = new Map([[startId, 0]])
  const waysFrom = Map.groupBy(edges, ({ source }) => source)
  const pending = [startId]
  for (let id = pending.shift(); id !== undefined; id = pending.shift())
    for (const { target } of waysFrom.get(id) ?? []) {
      if (columns.has(target)) continue
      columns.set(target, (columns.get(id) as number) + 1)
      pending.push(target)
    }
  return columns
}

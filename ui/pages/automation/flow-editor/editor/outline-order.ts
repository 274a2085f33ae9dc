import { startId } from '../../../../../src/shared/flow/node'
import type { StoredFlow } from '../../../../../src/shared/flow/read'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { waysOf } from './flow-changes'

/** Nodes in the order of the outline: each path from the start to its end, then the nodes that no path reaches. */
export function outlineOrder({ nodes, connections }: StoredFlow): StoredNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const targets = new Map(
    connections.map(({ source, sourceHandle, target }) => [`${source}/${sourceHandle ?? 'a'}`, target]),
  )
  const ordered = new Set<StoredNode>()
  const walk = (first: StoredNode | undefined) => {
    const pending = [first]
    while (pending.length > 0) {
      const node = pending.pop()
      if (!node || ordered.has(node)) continue
      ordered.add(node)
      const next = waysOf(node).map((handle) => byId.get(targets.get(`${node.id}/${handle}`) ?? ''))
      pending.push(...next.reverse())
    }
  }
  walk(byId.get(startId))
  for (const node of nodes) walk(node)
  return [...ordered]
}

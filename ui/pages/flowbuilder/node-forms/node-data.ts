import type { NodeData, NodeKind } from '../../../../src/shared/flow/node'
import { readNode, type StoredNode } from '../../../../src/shared/flow/read-node'

/** Most parts of one node that can be read (src/shared/flow/read-node.ts). */
export const most = { options: 50, elements: 50, headers: 20, saves: 20, text: 4096 }

/** A node's data as the engine reads it; its defaults for data that cannot be read. */
export function readData<K extends NodeKind>(type: string, data: StoredNode['data'], _: K): NodeData[K] {
  const read = (values: StoredNode['data']) => {
    const node = { id: '', type, position: { x: 0, y: 0 }, data: values }
    return readNode(node, 0).data as NodeData[K]
  }
  try {
    return read(data)
  } catch {
    return read({})
  }
}

import type { NodeData, NodeKind } from '../../../../../src/shared/flow/node'
import { readNode, type StoredNode } from '../../../../../src/shared/flow/read-node'

/** Characters that a text field of a node takes. */
export const maxText = 4096

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

import type { FlowNode } from '../../../../../src/shared/flow/node'
import { readNode, type StoredNode } from '../../../../../src/shared/flow/read-node'

const read = new WeakMap<StoredNode, FlowNode>()

/** A stored node as the engine reads it; an unreadable one is unknown. Stored nodes never change, so each is read once. */
export function readCard(stored: StoredNode): FlowNode {
  const known = read.get(stored)
  if (known) return known
  const node = readOrUnknown(stored)
  read.set(stored, node)
  return node
}

function readOrUnknown(stored: StoredNode): FlowNode {
  try {
    return readNode(stored, 0)
  } catch {
    return { id: stored.id, kind: 'unknown', data: {} }
  }
}

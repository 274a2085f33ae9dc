import { isRecord } from '../../../../../src/shared/flow/data'
import type { StoredFlow } from '../../../../../src/shared/flow/read'
import { kindOf, type StoredNode } from '../../../../../src/shared/flow/read-node'

/** Mark of copied nodes in the clipboard, which other programs may fill too. */
const mark = 'balcao-flow'

export const clipText = (copy: StoredFlow): string => JSON.stringify({ [mark]: 1, ...copy })

/** Copied nodes in a text of the clipboard; null for another text. Stored parts of a wrong form are left out. */
export function readClip(text: string): StoredFlow | null {
  const parsed = parse(text)
  if (!isRecord(parsed) || parsed[mark] !== 1 || !Array.isArray(parsed.nodes) || !Array.isArray(parsed.connections))
    return null
  const nodes = parsed.nodes.filter(isNode).filter(({ type }) => kindOf(type) !== 'start')
  const ids = new Set(nodes.map(({ id }) => id))
  const connections = parsed.connections
    .filter(isEdge)
    .filter(({ source, target }) => ids.has(source) && ids.has(target))
  return nodes.length > 0 ? { nodes, connections } : null
}

function parse(text: string): unknown {
  try {
    return text.includes(mark) ? JSON.parse(text) : null
  } catch {
    return null
  }
}

const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max
const isNode = (node: unknown): node is StoredNode =>
  isRecord(node) &&
  isText(node.id, 64) &&
  isText(node.type, 40) &&
  isRecord(node.position) &&
  Number.isFinite(node.position.x) &&
  Number.isFinite(node.position.y) &&
  isRecord(node.data)
const isEdge = (edge: unknown): edge is StoredFlow['connections'][number] =>
  isRecord(edge) && isText(edge.source, 64) && isText(edge.target, 64) && isText(edge.sourceHandle ?? 'a', 20)

import { type Data, isRecord } from '../../../../shared/flow/data'
import { FlowFault } from '../../../../shared/flow/fault'
import { readFlow, type StoredEdge, type StoredFlow } from '../../../../shared/flow/read'
import type { StoredNode } from '../../../../shared/flow/read-node'
import { limits } from '../../../../shared/limits'

/** Bytes of a content that an editor can save again: the limit of a JSON body without the fields around it. */
const maxContent = limits.json - 16 * 1024
const farthest = 1_000_000

/**
 * The nodes and edges of a file, with only the fields that an editor stores. `place` is that of the holder in the file.
 * @throws FlowFault also for what `readFlow` refuses
 */
export function readContent(holder: Data, place: string): StoredFlow {
  const content = { nodes: readNodes(holder), connections: readEdges(holder) }
  if (Buffer.byteLength(JSON.stringify(content)) > maxContent) throw new FlowFault({ reason: 'tooLarge', place })
  checkFlow(content, place)
  return content
}

/** @throws FlowFault with places inside the file */
export function checkFlow(content: StoredFlow, place: string) {
  try {
    readFlow(content)
  } catch (error) {
    if (!(error instanceof FlowFault) || place === '') throw error
    throw new FlowFault({ ...error.fault, place: `${place}.${error.fault.place}` })
  }
}

function readNodes(holder: Data): StoredNode[] {
  if (isLongerThan(holder.raw('nodes'), limits.flowNodes)) holder.refuse('nodes', 'tooManyNodes')
  return holder.list('nodes', limits.flowNodes).map(readNode)
}

const isLongerThan = (value: unknown, max: number) => Array.isArray(value) && value.length > max

function readNode(node: Data): StoredNode {
  const [id, type] = [node.text('id'), node.text('type')]
  if (id === '' || id.length > 64) node.refuse('id', 'nodeId')
  if (type === '' || type.length > 40) node.refuse('type')
  return { id, type, position: readPosition(node), data: readFields(node) }
}

function readPosition(node: Data) {
  const position = node.inner('position')
  const coordinate = (field: string) => {
    const value = position.number(field, 0)
    return Math.abs(value) <= farthest ? value : position.refuse(field)
  }
  return { x: coordinate('x'), y: coordinate('y') }
}

function readFields(node: Data): Record<string, unknown> {
  const fields = node.raw('data') ?? {}
  if (!isRecord(fields)) return node.refuse('data')
  if (Object.keys(fields).some((name) => name.length > 100 || name === '__proto__')) node.refuse('data')
  return fields
}

function readEdges(holder: Data): StoredEdge[] {
  if (isLongerThan(holder.raw('connections'), limits.flowEdges)) holder.refuse('connections', 'tooManyEdges')
  return holder.list('connections', limits.flowEdges).map((edge) => {
    const [source, target] = [edge.text('source'), edge.text('target')]
    const handle = edge.has('sourceHandle') ? edge.text('sourceHandle') : 'a'
    if (handle.length > 20) edge.refuse('sourceHandle', 'handle')
    const id = edge.text('id', `${source}-${handle}-${target}`)
    return id.length > 200 ? edge.refuse('id') : { id, source, sourceHandle: handle, target }
  })
}

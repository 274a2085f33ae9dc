import { Data, isRecord } from '../../../../shared/flow/data'
import { isWritten, operatorOf } from '../../../../shared/flow/operator-signs'
import type { StoredFlow } from '../../../../shared/flow/read'
import { kindOf, type StoredNode } from '../../../../shared/flow/read-node'
import { limits } from '../../../../shared/limits'
import { type ImportNote, noNames, type ParsedFlow } from './parsed'
import { checkFlow, readContent } from './read-content'
import { emptyReferences, mapReferences, withoutSecrets } from './references'

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})
const hasContent = ({ nodes, connections, edges }: Fields) =>
  Array.isArray(nodes) && (Array.isArray(connections) || Array.isArray(edges))

/** The holder of nodes and edges, and its place: the whole file, its field `flow`, or `flow` inside of that. */
function findContent(file: Fields): [holder: Fields, place: string] | undefined {
  const inner = fieldsOf(file.flow)
  const innermost = fieldsOf(inner.flow)
  if (hasContent(file)) return [file, '']
  if (hasContent(inner)) return [inner, 'flow']
  return hasContent(innermost) ? [innermost, 'flow.flow'] : undefined
}

export const isWhaticketFile = (file: Fields) => findContent(file) !== undefined

/**
 * Reads a flow of a product of the Whaticket family (docs/flows.md, "Products of the Whaticket family"). Its files,
 * queues and keys belong to another installation: they become notes. @throws FlowFault
 */
export function readWhaticketFile(file: Fields): ParsedFlow {
  const [holder, place] = findContent(file) as [Fields, string]
  const notes: ImportNote[] = []
  const nodes = adaptNodes(holder.nodes as unknown[], notes)
  const connections = firstEdges(adaptEdges((holder.connections ?? holder.edges) as unknown[], nodes), notes)
  const stored = readContent(new Data({ nodes, connections }, place), place)
  const queues = queueNames(stored)
  const content = withoutFiles(withoutSecrets(stored, noteSecret(stored, notes)), notes)
  checkFlow(content, place)
  return { source: 'whaticket', name: nameOf(file), content, media: [], names: { ...noNames(), queues }, notes }
}

function nameOf(file: Fields): string {
  const name = [file.name, fieldsOf(file.flow).name].find((each) => typeof each === 'string') ?? ''
  return (name as string).slice(0, limits.flowName.max)
}

/** Nodes with the comparisons of this product; an unknown one becomes `equal`, with a note. */
const adaptNodes = (nodes: unknown[], notes: ImportNote[]) =>
  nodes.map((node, at) => {
    if (!isRecord(node) || node.type !== 'condition' || !isRecord(node.data)) return node
    if (!isWritten(node.data.condition)) return node
    const written = `${node.data.condition}`
    const operator = operatorOf(written)
    if (!operator) notes.push({ code: 'comparisonReplaced', place: `nodes.${at}`, detail: written.slice(0, 100) })
    return { ...node, data: { ...node.data, condition: operator ?? 'equal' } }
  })

/** Names that some of these products give to the ways out of a condition. */
const namedWays = new Map([
  ['true', 'a'],
  ['false', 'b'],
])

/** Edges with the ways out of conditions as this product names them. */
function adaptEdges(edges: unknown[], nodes: unknown[]): unknown[] {
  const conditions = new Set(nodes.filter((node) => isRecord(node) && node.type === 'condition').map(idOfNode))
  return edges.map((edge) => {
    if (!isRecord(edge) || !conditions.has(edge.source) || typeof edge.sourceHandle !== 'string') return edge
    return { ...edge, sourceHandle: namedWays.get(edge.sourceHandle) ?? edge.sourceHandle }
  })
}
const idOfNode = (node: unknown) => fieldsOf(node).id

/** Of several edges of one way out the first one counts, as in the engines of these products. */
function firstEdges(edges: unknown[], notes: ImportNote[]): unknown[] {
  const takenHandles = new Set<string>()
  return edges.filter((edge, at) => {
    if (!isRecord(edge)) return true
    const key = JSON.stringify([edge.source, edge.sourceHandle ?? 'a'])
    const isFirst = !takenHandles.has(key)
    takenHandles.add(key)
    if (!isFirst) notes.push({ code: 'edgeLeftOut', place: `connections.${at}`, detail: '' })
    return isFirst
  })
}

const noteSecret = (content: StoredFlow, notes: ImportNote[]) => (nodeId: string, detail: string) =>
  notes.push({ code: 'secretLeftOut', place: placeOf(content, nodeId), detail })

const placeOf = ({ nodes }: StoredFlow, nodeId: string) => `nodes.${nodes.findIndex(({ id }) => id === nodeId)}`

/** Names of the queues that ticket nodes choose, by their ids in the file. */
function queueNames(content: StoredFlow): Record<string, string> {
  const names: Record<string, string> = {}
  const queue = (id: string, name: string) => {
    if (id !== '') names[id] = name
    return null
  }
  mapReferences(content, { ...emptyReferences, queue })
  return names
}

function withoutFiles(content: StoredFlow, notes: ImportNote[]): StoredFlow {
  const clear = (node: StoredNode): StoredNode => {
    const place = placeOf(content, node.id)
    if (kindOf(node.type) === 'unknown') notes.push({ code: 'blockUnknown', place, detail: node.type })
    const media = (name: string) => {
      if (name !== '') notes.push({ code: 'fileNotFetched', place, detail: name.slice(0, 200) })
      return ''
    }
    const idOf = (id: string) => (id === '' ? null : Number(id))
    const one = mapReferences(
      { nodes: [node], connections: [] },
      {
        ...{ media, queue: idOf, tag: idOf, prompt: idOf, integration: idOf },
      },
    )
    return one.nodes[0] as StoredNode
  }
  return { ...content, nodes: content.nodes.map(clear) }
}

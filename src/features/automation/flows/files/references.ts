import { isRecord } from '../../../../shared/flow/data'
import type { FileKind } from '../../../../shared/flow/files'
import type { StoredFlow } from '../../../../shared/flow/read'
import { kindOf, type StoredNode } from '../../../../shared/flow/read-node'

/** Changes of what a stored flow refers to. Each receives the id as text, empty when none is chosen. */
interface ReferenceMap {
  media(id: string, use: FileKind): string
  queue(id: string, name: string): number | null
  tag(id: string): number | null
  prompt(id: string): number | null
  integration(id: string): number | null
}

/** Leaves every reference empty. */
export const emptyReferences: ReferenceMap = {
  media: () => '',
  queue: () => null,
  tag: () => null,
  prompt: () => null,
  integration: () => null,
}

type Fields = Record<string, unknown>

/** Fields of a node with a secret, at any depth. */
const secretFields = /^(apiKey|voiceKey|password|secret|token)$/i

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

const uses: Record<string, FileKind> = { img: 'image', audio: 'audio', video: 'video', document: 'document' }

/** Returns the content with its references changed. Expects a content that `readFlow` accepts. */
export function mapReferences(content: StoredFlow, map: ReferenceMap): StoredFlow {
  const nodes = content.nodes.map((node) => ({ ...node, data: mapNode(node, map) }))
  return { ...content, nodes }
}

function mapNode({ type, data }: StoredNode, map: ReferenceMap): Fields {
  switch (kindOf(type)) {
    case 'image':
    case 'audio':
    case 'video':
      return { ...data, url: map.media(textOf(data.url), uses[type] as FileKind) }
    case 'content':
      return Array.isArray(data.elements)
        ? { ...data, elements: data.elements.map((each) => mapElement(each, map)) }
        : data
    case 'ticket':
      return isRecord(data.data) ? { ...data, data: mapQueue(data.data, map) } : mapQueue(data, map)
    case 'prompt': {
      const inner = fieldsOf(data.typebotIntegration)
      const rows = { queueId: map.queue(textOf(inner.queueId), ''), promptId: map.prompt(textOf(inner.promptId)) }
      return { ...data, typebotIntegration: { ...inner, ...rows } }
    }
    case 'typebot': {
      const inner = fieldsOf(data.typebotIntegration)
      return { ...data, typebotIntegration: { ...inner, integrationId: map.integration(textOf(inner.integrationId)) } }
    }
    case 'condition':
      return data.hoursOf === 'queue' ? { ...data, queueId: map.queue(textOf(data.queueId), '') } : data
    case 'tag':
      return { ...data, tagId: map.tag(textOf(data.tagId)) }
    default:
      return data
  }
}

function mapElement(element: unknown, map: ReferenceMap): unknown {
  const fields = fieldsOf(element)
  const use = uses[textOf(fields.type)]
  return use ? { ...fields, value: map.media(textOf(fields.value), use) } : element
}

const mapQueue = (data: Fields, map: ReferenceMap) => ({
  ...data,
  id: map.queue(textOf(data.id), textOf(data.name)),
})

/** Returns the content without the values of secret fields; `found` receives the field of each one. */
export function withoutSecrets(content: StoredFlow, onSecret: (nodeId: string, field: string) => void): StoredFlow {
  const clean = (value: unknown, nodeId: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => clean(each, nodeId))
    if (!isRecord(value)) return value
    const keptFields = Object.entries(value).filter(([field, inner]) => {
      const isSecret = secretFields.test(field)
      if (isSecret && inner !== '' && inner !== null) onSecret(nodeId, field)
      return !isSecret
    })
    return Object.fromEntries(keptFields.map(([field, inner]) => [field, clean(inner, nodeId)]))
  }
  const nodes = content.nodes.map((node) => ({ ...node, data: clean(node.data, node.id) as Fields }))
  return { ...content, nodes: nodes.map((node) => withoutHeaderSecrets(node, onSecret)) }
}

/** Headers that hold no secret; the values of others are left out of exports. */
const openHeaders = /^(accept|accept-language|cache-control|content-type|user-agent)$/i

function withoutHeaderSecrets(node: StoredNode, onSecret: (nodeId: string, field: string) => void): StoredNode {
  if (kindOf(node.type) !== 'request' || !Array.isArray(node.data.headers)) return node
  const headers = node.data.headers.map((header: unknown) => {
    const { name, value } = fieldsOf(header)
    if (openHeaders.test(textOf(name).trim()) || textOf(value) === '') return header
    onSecret(node.id, textOf(name))
    return { ...fieldsOf(header), value: '' }
  })
  return { ...node, data: { ...node.data, headers } }
}

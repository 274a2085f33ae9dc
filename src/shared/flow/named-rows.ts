import type { Definition, FlowNode } from './node'

/** A row of the company that nodes name by its id. */
export interface NamedRow {
  kind: 'prompt' | 'integration' | 'queue' | 'tag'
  id: number
}

/** Fields of a stored node in which the id of a row may be; `id` is that of a ticket node. */
export const rowFields: Record<NamedRow['kind'], string[]> = {
  ...{ prompt: ['promptId'], integration: ['integrationId'], queue: ['id', 'queueId'], tag: ['tagId'] },
}

/** True when a node of the flow starts the saved program, or uses the queue or tag. */
export const namesRow = ({ nodes }: Definition, { kind, id }: NamedRow): boolean =>
  nodes.some((node) => idOf[kind](node) === id)

const idOf: Record<NamedRow['kind'], (node: FlowNode) => number | null> = {
  prompt: ({ kind, data }) => (kind === 'prompt' ? data.promptId : null),
  integration: ({ kind, data }) => (kind === 'typebot' ? data.integrationId : null),
  queue: queueIdOf,
  tag: ({ kind, data }) => (kind === 'tag' ? data.tagId : null),
}

/** A node that uses a saved prompt uses the queue of that prompt, not its own. */
function queueIdOf({ kind, data }: FlowNode): number | null {
  if (kind === 'ticket') return data.queueId
  if (kind === 'condition') return data.queueId ?? null
  return kind === 'prompt' && data.promptId === null ? data.queueId : null
}

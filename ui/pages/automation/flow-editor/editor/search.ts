import type { StoredFlow } from '../../../../../src/shared/flow/read'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { foldText } from '../../../../../src/shared/text'
import { readCard } from './read-card'

/**
 * Ids of the nodes whose name or texts contain the text; case and accents are ignored. `nameOf` gives what the card of a
 * node shows: its kind and summary, with the names of queues and tags.
 */
export function searchFlow({ nodes }: StoredFlow, text: string, nameOf: (stored: StoredNode) => string): string[] {
  const wanted = foldText(text.trim())
  if (wanted === '') return []
  return nodes
    .filter((stored) => wordsOf(stored, nameOf).some((each) => foldText(each).includes(wanted)))
    .map(({ id }) => id)
}

function wordsOf(stored: StoredNode, nameOf: (stored: StoredNode) => string): string[] {
  const { kind, data } = readCard(stored)
  return [nameOf(stored), ...textsIn(kind === 'unknown' ? stored.data : data)]
}

/** Fields without words of their own: ids, choices, and marks of secrets. */
const unread = new Set(['id', 'type', 'operator', 'hoursOf', 'hours', 'mediaId', 'apiKey', 'voiceKey'])

/** Texts of a node's data, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => (unread.has(field) ? [] : textsIn(inner)))
}

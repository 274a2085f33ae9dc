import { isRecord } from '../../../../../src/shared/flow/data'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { readCard } from './read-card'

/** The text that a block says to the customer, if it has exactly one; undefined for other blocks. */
export function cardText(stored: StoredNode): string | undefined {
  const { kind, data } = readCard(stored)
  if (kind === 'message' || kind === 'menu' || kind === 'question' || kind === 'end') return data.text
  if (kind !== 'content') return undefined
  const texts = data.elements.filter((element) => element.type === 'text')
  return texts.length === 1 ? texts[0]?.text : undefined
}

export const hasText = (stored: StoredNode) => cardText(stored) !== undefined

/** Data of a block with another text. */
export function withCardText(stored: StoredNode, text: string): StoredNode['data'] {
  const { data } = stored
  switch (readCard(stored).kind) {
    case 'message':
      return { ...data, label: text }
    case 'question':
      return isRecord(data.typebotIntegration)
        ? { ...data, typebotIntegration: { ...data.typebotIntegration, message: text } }
        : { ...data, message: text }
    case 'content':
      return { ...data, elements: changeText(data.elements, text) }
    default:
      return { ...data, message: text }
  }
}

const changeText = (elements: unknown, text: string) =>
  (elements as Record<string, unknown>[]).map((each) =>
    (each.type ?? 'message') === 'message' ? { ...each, value: text } : each,
  )

import { maxInterval } from '../../../../../src/shared/flow/lints'
import type { Element } from '../../../../../src/shared/flow/node'
import { newId } from '../../../../lib/id'

/** Part of a content node while its form is open. */
export interface Part {
  id: string
  /** Type as it is stored. */
  type: 'message' | 'interval' | 'img' | 'audio' | 'video'
  /** Text, seconds, or id of a file. */
  value: string
  /** Original name of a file. */
  original: string
  /** True for an audio that is sent as a voice message. */
  record: boolean
}

export const newPart = (type: Part['type']): Part => ({ id: newId(), type, value: '', original: '', record: false })

type Stored = { number?: unknown; original?: unknown }

/** Parts of a node's elements; original names are only in the stored data. */
export function partsOf(elements: Element[], data: Record<string, unknown>): Part[] {
  const stored = Array.isArray(data.elements) ? (data.elements as Stored[]) : []
  const originals = new Map(stored.map(({ number, original }) => [String(number), original]))
  return elements.map((element) => {
    const original = originals.get(element.id)
    const common = { id: element.id, original: typeof original === 'string' ? original : '', record: false }
    if (element.type === 'text') return { ...common, type: 'message', value: element.text }
    if (element.type === 'interval') return { ...common, type: 'interval', value: String(element.seconds || '') }
    if (element.type === 'audio') return { ...common, type: 'audio', value: element.mediaId, record: element.asVoice }
    return { ...common, type: element.type === 'image' ? 'img' : 'video', value: element.mediaId }
  })
}

/** Data of a content node: the order of its elements and the elements themselves. */
export const contentData = (parts: Part[]) => ({
  seq: parts.map(({ id }) => id),
  elements: parts.map(({ id, type, value, original, record }) => ({
    ...{ number: id, type, value: type === 'interval' ? Number(value) : value },
    ...(original && { original }),
    ...(type === 'audio' && { record }),
  })),
})

type PartsProblem = 'emptyTexts' | 'wrongInterval' | 'emptyFiles' | 'noParts'

/** First problem of the parts; null without one. */
export function problemOf(parts: Part[]): PartsProblem | null {
  if (parts.length === 0) return 'noParts'
  if (parts.some(({ type, value }) => type === 'message' && value.trim() === '')) return 'emptyTexts'
  if (parts.some((part) => part.type === 'interval' && !isInterval(part.value))) return 'wrongInterval'
  const isFile = ({ type }: Part) => type !== 'message' && type !== 'interval'
  return parts.some((part) => isFile(part) && part.value === '') ? 'emptyFiles' : null
}

const isInterval = (value: string) => Number(value) > 0 && Number(value) <= maxInterval

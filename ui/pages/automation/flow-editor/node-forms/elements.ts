import { maxInterval } from '../../../../../src/shared/flow/lints'
import type { Element } from '../../../../../src/shared/flow/node'
import { parseCoordinates } from '../../../../lib/coordinates'
import { newId } from '../../../../lib/id'

/** Part of a content node while its form is open. */
export interface Part {
  id: string
  /** Type as it is stored. */
  type: 'message' | 'interval' | 'img' | 'audio' | 'video' | 'document' | 'location'
  /** Text, seconds, id of a file, or coordinates as they were typed. */
  value: string
  /** Original name of a file; name of a place. */
  original: string
  /** True for an audio that is sent as a voice message. */
  record: boolean
}

export const newPart = (type: Part['type']): Part => ({ id: newId(), type, value: '', original: '', record: false })

type Stored = { number?: unknown; original?: unknown; value?: unknown }

/** Parts of a node's elements; original names are only in the stored data. */
export function partsOf(elements: Element[], data: Record<string, unknown>): Part[] {
  const stored = Array.isArray(data.elements) ? (data.elements as Stored[]) : []
  const byId = new Map(stored.map((each) => [String(each.number), each]))
  return elements.map((element) => partOf(element, byId.get(element.id) ?? {}))
}

function partOf(element: Element, { original, value }: Stored): Part {
  const common = { id: element.id, original: textOf(original), record: false }
  switch (element.type) {
    case 'text':
      return { ...common, type: 'message', value: element.text }
    case 'interval':
      return { ...common, type: 'interval', value: String(element.seconds || '') }
    case 'location': {
      const { latitude, longitude, address } = element
      return { ...common, original: address, type: 'location', value: textOf(value) || placeText(latitude, longitude) }
    }
    case 'audio':
      return { ...common, type: 'audio', value: element.mediaId, record: element.asVoice }
    default:
      return { ...common, type: element.type === 'image' ? 'img' : element.type, value: element.mediaId }
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const placeText = (latitude: number, longitude: number) =>
  latitude === 0 && longitude === 0 ? '' : `${latitude}, ${longitude}`

/** Data of a content node: the order of its elements and the elements themselves. */
export const contentData = (parts: Part[]) => ({
  seq: parts.map(({ id }) => id),
  elements: parts.map(({ id, type, value, original, record }) => ({
    ...{ number: id, type, value: type === 'interval' ? Number(value) : value },
    ...(original && type !== 'location' && { original }),
    ...(type === 'location' && { ...(parseCoordinates(value) ?? { latitude: 0, longitude: 0 }), address: original }),
    ...(type === 'audio' && { record }),
  })),
})

type PartsProblem = 'emptyTexts' | 'wrongPlace' | 'wrongInterval' | 'emptyFiles' | 'noParts'

/** First problem of the parts; null without one. */
export function problemOf(parts: Part[]): PartsProblem | null {
  if (parts.length === 0) return 'noParts'
  if (parts.some(({ type, value }) => type === 'message' && value.trim() === '')) return 'emptyTexts'
  if (parts.some((part) => part.type === 'interval' && !isInterval(part.value))) return 'wrongInterval'
  if (parts.some(({ type, value }) => type === 'location' && !parseCoordinates(value))) return 'wrongPlace'
  const isFile = ({ type }: Part) => type !== 'message' && type !== 'interval' && type !== 'location'
  return parts.some((part) => isFile(part) && part.value === '') ? 'emptyFiles' : null
}

const isInterval = (value: string) => Number(value) > 0 && Number(value) <= maxInterval

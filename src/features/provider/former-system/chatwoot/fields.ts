import type { DumpRow } from '../dump'

/** Object of an answer; a field of another kind than expected counts as missing. */
export type Fields = Record<string, unknown>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** Objects of a list, which Chatwoot gives as the answer, in `payload`, or in `data.payload`. */
export function listOf(value: unknown): Fields[] {
  const { payload, data } = fieldsOf(value)
  const list = [value, payload, fieldsOf(data).payload].find(Array.isArray) ?? []
  return list.map(fieldsOf)
}

/** Text of a field as a value of a dump; null for another kind. Numbers are written out. */
export const scalarText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : null

/** Time in seconds, or in ISO 8601, as a dump has it. */
export function timeText(value: unknown): string | null {
  const at = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : null
}

/** Row of the common form; other kinds than text, number and truth value are missing. */
export const rowOf = (values: Record<string, unknown>): DumpRow =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 't' : 'f') : scalarText(value),
    ]),
  )

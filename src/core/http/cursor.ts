import { AppError } from '../../shared/errors'

/**
 * Cursors of keyset pages: a page's `next` is the `cursor` of the request for the following page, opaque to clients.
 * Without a cursor a list starts at its beginning. @throws ERR_VALIDATION for an invalid cursor
 */

/** Returns the id in a cursor of rows ordered by id. */
export function idOfCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$/.test(cursor)) throw invalidCursor()
  return Number(cursor)
}

/** Position in rows ordered by a time (ISO 8601), then by id. */
interface TimePosition {
  at: string
  id: number
}
export const timeCursor = ({ at, id }: TimePosition) => `${at}|${id}`

export function timeOfCursor(cursor: string | undefined): TimePosition | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = /^([\dT:.Z-]{20,30})\|(\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined) throw invalidCursor()
  return { at, id: Number(id) }
}

/** Position in rows ordered by several times (ISO 8601), then by id. */
export interface TimesPosition {
  times: string[]
  id: number
}
export const timesCursor = ({ times, id }: TimesPosition) => [...times, id].join('|')

/** Returns the position in a cursor with this number of times. */
export function timesOfCursor(cursor: string | undefined, count: number): TimesPosition | undefined {
  if (cursor === undefined) return undefined
  const parts = cursor.split('|')
  const id = parts.pop() ?? ''
  const isValid = parts.length === count && parts.every((time) => /^[\dT:.Z-]{20,30}$/.test(time))
  if (!isValid || !/^\d{1,15}$/.test(id)) throw invalidCursor()
  return { times: parts, id: Number(id) }
}

/** Position in rows ordered by a comparable text, then by id. */
interface TextPosition {
  text: string
  id: number
}
export const textCursor = ({ text, id }: TextPosition) => `${id}|${text}`

export function textOfCursor(cursor: string | undefined): TextPosition | undefined {
  if (cursor === undefined) return undefined
  const at = cursor.indexOf('|')
  if (at < 1 || !/^\d{1,15}$/.test(cursor.slice(0, at))) throw invalidCursor()
  return { text: cursor.slice(at + 1), id: Number(cursor.slice(0, at)) }
}

const invalidCursor = () => new AppError('ERR_VALIDATION', { fields: ['cursor'] })

import { AppError } from '../../shared/errors'

/**
 * Where a page goes on after the one before: the `next` of that one, handed back as `cursor`, opaque to whoever does.
 * No cursor is the list's beginning; one that nobody was given is refused with ERR_VALIDATION.
 */

/** Of rows in the order of their ids. */
export function idOfCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$/.test(cursor)) throw strange()
  return Number(cursor)
}

/** Of rows by a time (ISO 8601), and by their ids where that is the same. */
export interface PlaceInTime {
  at: string
  id: number
}
export const timeCursor = ({ at, id }: PlaceInTime) => `${at}|${id}`

export function timeOfCursor(cursor: string | undefined): PlaceInTime | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = /^([\dT:.Z-]{20,30})\|(\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined) throw strange()
  return { at, id: Number(id) }
}

/** Of rows by a text as it is compared, which may hold anything, and by their ids where that is the same. */
export interface PlaceInText {
  text: string
  id: number
}
export const textCursor = ({ text, id }: PlaceInText) => `${id}|${text}`

export function textOfCursor(cursor: string | undefined): PlaceInText | undefined {
  if (cursor === undefined) return undefined
  const at = cursor.indexOf('|')
  if (at < 1 || !/^\d{1,15}$/.test(cursor.slice(0, at))) throw strange()
  return { text: cursor.slice(at + 1), id: Number(cursor.slice(0, at)) }
}

const strange = () => new AppError('ERR_VALIDATION', { fields: ['cursor'] })

import { limits } from '../../../shared/limits'
import type { DumpRow } from './dump'

/** Readers of one value. Columns differ by product and generation, so each takes the names in the order of preference. */

/** First value that is not null and not blank, else the empty text. Characters that no text may have are left out. */
export function textOf(row: DumpRow, ...names: string[]): string {
  for (const name of names) {
    const value = row[name]?.replaceAll('\0', '').toWellFormed()
    if (value?.trim()) return value
  }
  return ''
}

/** The text in one line, without blanks around it, cut to `max` characters; `fallback` when nothing is left. */
export const lineOf = (text: string, max: number, fallback = ''): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, max)
    .trim()
    .toWellFormed() || fallback

/** Id of a row, or null. */
export function idOf(row: DumpRow, name: string): number | null {
  const id = Number(row[name] ?? Number.NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** True for PostgreSQL's `t` and for `1`. */
export const flagOf = (row: DumpRow, name: string): boolean => ['t', 'true', '1'].includes(row[name] ?? '')

/** A count, at least 0. */
export function countOf(row: DumpRow, name: string): number {
  const count = Number(row[name] ?? 0)
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

/**
 * Time of a column as stored here, UTC with milliseconds; `fallback` for none. PostgreSQL writes the offset as `-03`;
 * a column without a time zone is taken as UTC, as these products store it.
 */
export function timeOf(row: DumpRow, name: string, fallback: string): string {
  const [, day, time, sign, hours, minutes = '00'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*(?:([+-])(\d\d)(?::?(\d\d))?)?/.exec(row[name] ?? '') ?? []
  if (!day) return fallback
  const at = Date.parse(`${day}T${time}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`)
  return Number.isNaN(at) ? fallback : new Date(at).toISOString()
}

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`)

/** True for an address in lower case that the API takes: a dot-atom and the name of a host (RFC 5321), ASCII only. */
export const isEmail = (text: string): boolean => text.length <= limits.email.max && emailPattern.test(text)

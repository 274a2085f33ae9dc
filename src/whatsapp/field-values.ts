import { removeInvalidCharacters } from '../shared/text'

/** Maximum characters of one text of a message. */
const longest = 65_536

/** Returns text that may be stored and shown: well-formed, without NUL, of at most `max` characters. */
export function clean(value: unknown, max = longest): string {
  if (typeof value !== 'string') return ''
  return removeInvalidCharacters(value.slice(0, max))
}

/** Maximum characters of a file name, and of its ending with the dot. */
const maxName = 200
const maxEnding = 12

/**
 * File name without separators, control characters and leading dots. A longer name is cut before its ending, by which
 * people and programs tell what a file is.
 */
export function cleanName(value: unknown): string {
  const name = clean(value, 4096)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069/\\]/g, '_')
    .replace(/^\.+/, '')
  if (name.length <= maxName) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= maxEnding ? name.slice(dot) : ''
  return `${name.slice(0, maxName - ending.length)}${ending}`.toWellFormed()
}

/** A 64-bit protobuf number (plain, or low and high words) as a number; 0 when absent or not finite. */
export function toNumber(value: unknown): number {
  if (typeof value === 'object' && value !== null && 'low' in value && 'high' in value)
    return Number(value.high) * 2 ** 32 + (Number(value.low) >>> 0)
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

/** A protobuf number above 0; undefined for any other. */
export const positive = (value: unknown) => (toNumber(value) > 0 ? toNumber(value) : undefined)

/** ISO time of seconds since 1970 between 2009 and 2100; undefined for any other. */
export function plannedTime(seconds: unknown): string | undefined {
  const value = toNumber(seconds) * 1000
  return value > Date.UTC(2009, 0) && value < Date.UTC(2100, 0) ? new Date(value).toISOString() : undefined
}

/** Data URL of a small picture; undefined for none and for a large one. */
export const thumbnail = (bytes: Uint8Array | null | undefined) =>
  bytes instanceof Uint8Array && bytes.length > 0 && bytes.length <= 65_536
    ? `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
    : undefined

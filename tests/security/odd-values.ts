import type { Schema } from './api-document'

/** Odd values, and values that violate a schema; the same seed picks the same ones. */

export type Random = () => number
/** Mulberry32: the same sequence for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }
}
export const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

/** Path segments in place of an id. */
export const oddPathSegments = (canary: string) => [
  canary,
  '0',
  '-1',
  '1e400',
  'NaN',
  '%00',
  '%ff%fe',
  '%ZZ',
  '%',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  '%F0%9F%92%A9',
  '%ED%A0%80',
  '99999999999999999999999',
  `${canary}%0d%0ax:y`,
  'a'.repeat(3000),
  '[1]',
  '{}',
  "1'or'1'='1",
]
export const oddTexts = (canary: string) => [
  canary,
  '',
  ' ',
  '\u0000',
  `${canary}\u0000${canary}`,
  '\ud800',
  `${canary}\udfff\ud800`,
  '👩‍👩‍👧‍👦'.repeat(30),
  '\u202e\u200b\ufeff',
  `../../../../etc/${canary}`,
  `' or '${canary}'='${canary}' --`,
  `<img src=x onerror=alert('${canary}')>`,
  `\${${canary}}{{7*7}}`,
  `${canary}\r\nset-cookie: a=b`,
  'true',
  'null',
  '1e999',
  '-0',
  '[1',
  `["${canary}"]`,
  `[{"a":"${canary}"}]`,
  `{"id":"${canary}"}`,
  '#fff',
  'a@b.co',
  '5511988887777',
  '١٢٣٤٥٦٧٨٩',
  `${canary}${'x'.repeat(400)}`,
  'x'.repeat(2 ** 16 + 1),
  '%',
  '%s%n%x',
  'open',
  'pending',
]
const oddValues = (canary: string): unknown[] => [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  1e21,
  [],
  {},
  [[]],
  [null],
  [canary],
  [[[canary]]],
  [1, 2, 3],
  { [canary]: canary },
  { toString: 1, valueOf: 1 },
  { length: 1e9 },
  { id: canary },
  { id: 1e300 },
  { id: null },
  Array.from({ length: 200 }, () => canary),
]
export const pickAnyValue = (random: Random, canary: string): unknown =>
  random() < 0.55 ? pick(random, oddTexts(canary)) : pick(random, oddValues(canary))

/** Value that violates the schema of a property, whatever its type. */
export function pickInvalidValue({ type, anyOf, maxLength }: Schema, random: Random, canary: string): unknown {
  if (type === 'string' && maxLength !== undefined && random() < 0.4) return canary.padEnd(maxLength + 1, 'x')
  if (type === 'object') return [canary] // some object schemas accept any property
  if (anyOf || type === 'array') return { [canary]: canary, length: -1 }
  return pick<unknown>(random, [{ [canary]: canary }, { toString: canary }, [{ [canary]: [canary] }]])
}

/** Texts that violate the schema of a query parameter; empty if it accepts every text. */
export function invalidTexts(
  { type, enum: values, maxLength, minimum, maximum, pattern }: Schema,
  canary: string,
): string[] {
  if (values) return [canary, '__proto__']
  if (type === 'boolean') return [canary]
  if (type === 'number' || type === 'integer')
    return [
      canary,
      'NaN',
      ...(minimum === undefined ? [] : [`${minimum - 1}`]),
      ...(maximum === undefined ? [] : ['1e99']),
    ]
  const long = maxLength === undefined ? [] : [canary.padEnd(maxLength + 1, '1')]
  return pattern !== undefined && !new RegExp(pattern, 'u').test(canary) ? [...long, canary] : long
}

/** Content types that no route accepts, or that do not match the body. */
export const oddContentTypes = (canary: string) => [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/form-data',
  `multipart/form-data; boundary=${'y'.repeat(300)}`,
  'application/xml',
  canary,
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json, text/html',
  'application/jsonx',
  '/',
]

/** Picks headers with a meaning (cookie, range, idempotency key) and odd values; none is a valid credential. */
export function pickOddHeaders(random: Random, canary: string): [string, string][] {
  const all: [string, string][] = [
    ['cookie', `jrt=${canary}`],
    ['cookie', `jrt=%ZZ${canary}; jrt=%00; __proto__=x; jrt`],
    ['cookie', `jrt=j:{"a":"${canary}"}; =${canary}; ;;`],
    ['cookie', `jrt={"a":"${canary}"}`],
    ['idempotency-key', canary.repeat(3)],
    ['idempotency-key', `${canary}${'k'.repeat(400)}`],
    ['range', `bytes=${canary}`],
    ['range', 'bytes=0-99999999999999999999999'],
    ['if-none-match', `W/"${canary}"`],
    ['accept', canary],
    ['accept-encoding', `gzip;q=${canary}`],
    ['user-agent', `${canary} <script>`],
    ['referer', `http://${canary}/`],
    ['x-http-method-override', 'DELETE'],
    ['x-forwarded-host', `${canary}.example`],
    ['x-forwarded-proto', canary],
    ['forwarded', `for=${canary}`],
    ['x-junk', `${canary}${'j'.repeat(5000)}`],
    ['expect', canary],
    ['content-encoding', 'gzip'],
    ['upgrade', 'websocket'],
    ['x-latin', `\u00ff\u00fe${canary}`],
  ]
  return all.filter(() => random() < 0.08)
}

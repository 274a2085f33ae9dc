import type { Raw } from './wire'

/**
 * Malformed requests for a route, from its own schemas and a seed. `invalid` ones break the schema for certain and must
 * be refused; `wild` ones may happen to be right.
 */

/** What of a JSON schema is looked at. */
export interface Schema {
  type?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}
export interface FuzzedRoute {
  method: string
  path: string
  /** Asks for nobody. */
  open: boolean
  body: Schema | null
  query: Schema | null
}

export type Random = () => number
/** Mulberry32: the same sequence for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }
}
const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

/** Something to put where an id belongs; `ids` are good ones. */
const pathWords = (canary: string) => [
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
const texts = (canary: string) => [
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
const others = (canary: string): unknown[] => [
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
const anything = (random: Random, canary: string): unknown =>
  random() < 0.55 ? pick(random, texts(canary)) : pick(random, others(canary))

/** What no property of ours may be, whatever its type. */
function wrongFor({ type, anyOf, maxLength }: Schema, random: Random, canary: string): unknown {
  if (type === 'string' && maxLength !== undefined && random() < 0.4) return canary.padEnd(maxLength + 1, 'x')
  if (type === 'object') return [canary] // some take any names
  if (anyOf || type === 'array') return { [canary]: canary, length: -1 }
  return pick<unknown>(random, [{ [canary]: canary }, { toString: canary }, [{ [canary]: [canary] }]])
}

/** Properties of which something is said: what may be anything cannot be wrong. */
const boundOf = (schema: Schema | null) =>
  propertiesOf(schema).filter(([, { type, anyOf, enum: values }]) => type !== undefined || anyOf || values)

/** Texts that the schema of something in an address refuses for certain. */
function wrongTexts({ type, enum: values, maxLength, minimum, maximum, pattern }: Schema, canary: string): string[] {
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

const json = (value: unknown) => JSON.stringify(value) ?? 'null'
const text = (value: string) => new Uint8Array(Buffer.from(value))

/** Bodies that are no JSON object at all, as bytes. */
function broken(random: Random, canary: string): Uint8Array<ArrayBuffer> {
  const forms = [
    '{',
    `{"${canary}":`,
    `{'a':'${canary}'}`,
    `{"a":"${canary}",}`,
    `{"a":"${canary}"} trailing`,
    `{"a":"${canary}\u0000`,
    `// ${canary}\n{}`,
    `<x>${canary}</x>`,
    'undefined',
    'null',
    'true',
    '5',
    `"${canary}"`,
    '[]',
    `[{"a":"${canary}"}]`,
    '['.repeat(20_000),
    `${'{"a":'.repeat(5000)}1${'}'.repeat(4999)}`,
    `{"a":${'9'.repeat(5000)}`,
  ]
  if (random() < 0.15) return new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x22, 0x00])
  if (random() < 0.1) return new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0xff])
  return text(pick(random, forms))
}

const propertiesOf = (schema: Schema | null) => Object.entries(schema?.properties ?? {})

/** A body object of which at least one property cannot be right. */
function wrongObject(schema: Schema, random: Random, canary: string): Uint8Array<ArrayBuffer> {
  const [name, property] = pick(random, boundOf(schema))
  const rest = Object.fromEntries(propertiesOf(schema).map(([key]) => [key, anything(random, canary)]))
  return text(json({ ...rest, [name]: wrongFor(property, random, canary) }))
}

/** A body that may even be right, with keys twice and keys that mean something to JavaScript. */
function wildObject(schema: Schema | null, random: Random, canary: string): Uint8Array<ArrayBuffer> {
  const known = propertiesOf(schema)
  const pairs = known.filter(() => random() < 0.7).map(([key, property]) => pairOf(key, property, random, canary))
  const extras = [
    `"__proto__":{"super":true,"x":"${canary}"}`,
    `"constructor":{"prototype":{"x":"${canary}"}}`,
    `"${canary}":"${canary}"`,
    '"companyId":2,"super":true',
    `"\\ud800":"${canary}"`,
    '"":null',
    `"deep":${'['.repeat(2000)}${']'.repeat(2000)}`,
  ]
  while (random() < 0.4) pairs.push(pick(random, extras))
  if (known.length > 0 && random() < 0.2) pairs.push(pairOf(...pick(random, known), random, canary))
  const bytes = text(`{${pairs.join(',')}}`)
  if (random() < 0.1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  return bytes
}

function pairOf(key: string, { enum: values }: Schema, random: Random, canary: string): string {
  if (random() < 0.06) return `"${key}":${pick(random, ['1e999', '-1e999', '9'.repeat(400), '0.1e-999', '1E+2'])}`
  if (values && random() < 0.5) return `"${key}":${json(pick(random, values))}`
  return `"${key}":${json(anything(random, canary))}`
}

const boundary = 'Xx-boundary-xX'

/** A form, right or wrong: fields of the schema as text and as files, strange names, ends missing. */
function form(schema: Schema | null, random: Random, canary: string): Uint8Array<ArrayBuffer> {
  const names = [...propertiesOf(schema).map(([name]) => name), '__proto__', 'a[b][c]', '', `x"; y="${canary}`]
  const parts: string[] = []
  for (let n = Math.floor(random() * 8); n >= 0; n--) {
    const value = random() < 0.5 ? pick(random, texts(canary)) : json(anything(random, canary))
    const file =
      random() < 0.4 ? `; filename="${pick(random, ['', '../../x', `${canary}.png`, 'a\u0000b', '\ud800.svg'])}"` : ''
    const type = random() < 0.3 ? `\r\nContent-Type: ${pick(random, ['image/png', 'text/html', canary, ''])}` : ''
    parts.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="${pick(random, names)}"${file}${type}\r\n\r\n${value}\r\n`,
    )
  }
  return text(parts.join('') + (random() < 0.8 ? `--${boundary}--\r\n` : ''))
}

const otherTypes = (canary: string) => [
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

/** Headers that mean something to somebody, filled with nonsense; none of them is a credential. */
function junkHeaders(random: Random, canary: string): [string, string][] {
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

export interface Malformed extends Raw {
  /** True when it breaks the schema for certain. */
  invalid: boolean
}

/** `good` fills the path parameters when they are left alone; null where no request could be wrong for certain. */
export function malformed(
  route: FuzzedRoute,
  random: Random,
  canary: string,
  good: Record<string, string>,
  invalid: boolean,
): Malformed | null {
  const ways = invalid ? invalidWays(route) : wildWays(route)
  if (ways.length === 0) return null
  const request: Raw = {
    method: route.method,
    path: fill(route.path, good),
    headers: random() < 0.3 ? junkHeaders(random, canary) : [],
    body: null,
  }
  pick(random, ways)({ route, random, canary, good, request })
  return { ...request, invalid }
}

interface Making {
  route: FuzzedRoute
  random: Random
  canary: string
  good: Record<string, string>
  request: Raw
}
type Way = (making: Making) => void

const fill = (path: string, values: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '1')

const typed = (request: Raw, type: string, body: Uint8Array<ArrayBuffer>) => {
  request.headers.push(['content-type', type])
  request.body = body
}

const badId: Way = ({ route, random, canary, good, request }) => {
  const word = pick(random, pathWords(canary))
  const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, word])
  request.path = fill(route.path, { ...good, ...Object.fromEntries(named) })
}
const noCredentials: Way = ({ random, canary, request }) => {
  request.headers.push([
    'authorization',
    pick(random, [`Bearer ${canary}`, `Bearer`, canary, `Basic ${canary}`, 'Bearer a.b.c']),
  ])
}
const badBody: Way = ({ random, canary, request }) => typed(request, 'application/json', broken(random, canary))
const badField: Way = ({ route, random, canary, request }) =>
  typed(request, 'application/json', wrongObject(route.body as Schema, random, canary))
const otherForm: Way = ({ random, canary, request }) => {
  typed(request, pick(random, ['text/plain', 'application/octet-stream', canary]), text(`{"a":"${canary}"}`))
}
const badQuery: Way = ({ route, random, canary, request }) => {
  const [name, schema] = pick(
    random,
    propertiesOf(route.query).filter(([, schema]) => wrongTexts(schema, canary).length > 0),
  )
  request.path += `?${name}=${encodeURIComponent(pick(random, wrongTexts(schema, canary)))}`
}

/** Routes whose body is looked at before it is stored; the upload takes any bytes. */
function invalidWays({ path, body, query, method, open }: FuzzedRoute): Way[] {
  const ways: Way[] = open ? [] : [noCredentials]
  if (path.includes(':')) ways.push(badId, badId)
  if (body && method !== 'GET') ways.push(otherForm)
  // A list of rows (contacts from a spreadsheet) is taken as it is, and each row judged.
  if (method !== 'GET' && boundOf(body).length > 0) ways.push(badBody, badBody, badField, badField, badField)
  if (propertiesOf(query).some(([, schema]) => wrongTexts(schema, '').length > 0)) ways.push(badQuery, badQuery)
  return ways
}

const otherCoding: Way = ({ random, request }) => {
  request.headers.push([
    'transfer-encoding',
    pick(random, ['identity', 'gzip', 'gzip, chunked', 'xchunked', ' chunked']),
  ])
  request.body = text('{}')
}
const wildBody: Way = ({ route, random, canary, request }) =>
  typed(request, 'application/json', wildObject(route.body, random, canary))
const wildForm: Way = ({ route, random, canary, request }) =>
  typed(request, `multipart/form-data; boundary=${boundary}`, form(route.body, random, canary))
const wildType: Way = ({ route, random, canary, request }) => {
  const body = random() < 0.5 ? wildObject(route.body, random, canary) : form(route.body, random, canary)
  typed(request, pick(random, otherTypes(canary)), body)
}
const wildQuery: Way = ({ route, random, canary, request }) => {
  const names = [...propertiesOf(route.query).map(([name]) => name), '__proto__', 'a[b]', canary, '']
  const value = () => {
    const given = anything(random, canary)
    const plain = typeof given === 'string' ? given : json(given)
    return random() < 0.8
      ? encodeURIComponent(plain.toWellFormed().slice(0, 2000))
      : pick(random, ['%ZZ', '%', '%00', '%ed%a0%80', '+', '&&=&'])
  }
  const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => `${pick(random, names)}=${value()}`)
  request.path += `?${parts.join('&')}`
}
const emptyBody: Way = ({ random, request }) => {
  if (random() < 0.5) request.headers.push(['content-type', 'application/json'])
  if (random() < 0.5) request.body = new Uint8Array()
}
const otherMethod: Way = ({ random, request }) => {
  request.method = pick(random, ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'POST', 'PUT', 'DELETE'])
}
const strangePath: Way = ({ random, canary, request }) => {
  request.path += pick(random, [
    '/',
    '//',
    `/${canary}`,
    '/.',
    '/..',
    '/..;/',
    '%2f',
    `;${canary}`,
    '?',
    '#x',
    '%00',
    '\\',
  ])
}
const slow: Way = ({ canary, random, request }) => {
  request.headers.push(['transfer-encoding', 'chunked'])
  const chunk = `{"a":"${canary}"}`
  const good = `${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`
  request.headers.push(['content-type', 'application/json'])
  request.body = text(random() < 0.7 ? good : good.replace(/^[0-9a-f]+/, 'zz'))
}

function wildWays({ path, body, query }: FuzzedRoute): Way[] {
  const ways: Way[] = [wildQuery, emptyBody, otherMethod, strangePath, slow, otherCoding, wildBody, wildType]
  if (path.includes(':')) ways.push(badId)
  if (body) ways.push(wildBody, wildBody, wildBody, wildBody, wildBody, wildForm, wildForm, wildType)
  if (query) ways.push(wildQuery, wildQuery, wildQuery)
  return ways
}

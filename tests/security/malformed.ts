import {
  broken,
  fileForm,
  formOf,
  formType,
  json,
  nearlyRight,
  type Part,
  text,
  wildForm,
  wildObject,
  wrongObject,
} from './bodies'
import { boundOf, type FuzzedRoute, fileFieldsOf, propertiesOf, type Schema } from './documented'
import { anything, junkHeaders, otherTypes, pathWords, pick, type Random, wrongTexts } from './nonsense'
import type { Raw } from './wire'

/**
 * Malformed requests for a route, from its own schemas, from what would be right, and from a seed. `invalid` ones break
 * the schema for certain and must be refused; `wild` ones may happen to be right, and the first of them is.
 */

/** What a route takes, about rows that are there. */
export interface Right {
  params: Record<string, string>
  /** JSON bodies, the usual one first; none for a form, for bytes, and where none is taken. */
  bodies: unknown[]
  parts: Part[] | null
  bytes: Uint8Array<ArrayBuffer> | null
  /** The usual one first; never empty. */
  queries: string[]
  headers: [name: string, value: string][]
}

/** Null where no request could be wrong for certain. */
export function malformed(
  route: FuzzedRoute,
  random: Random,
  canary: string,
  right: Right,
  { invalid, number }: { invalid: boolean; number: number },
): Raw | null {
  const ways = invalid ? invalidWays(route) : wildWays(route, right)
  if (ways.length === 0) return null
  const isFirst = !invalid && number === 0
  const request: Raw = {
    method: route.method,
    path: fill(route.path, right.params),
    headers: !isFirst && random() < 0.3 ? junkHeaders(random, canary) : [],
    body: null,
  }
  const way = isFirst ? asMeant : pick(random, ways)
  way({ route, random, canary, right, request })
  return request
}

interface Making {
  route: FuzzedRoute
  random: Random
  canary: string
  right: Right
  request: Raw
}
type Way = (making: Making) => void

const fill = (path: string, values: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '1')

const typed = (request: Raw, type: string, body: Uint8Array<ArrayBuffer>) => {
  request.headers.push(['content-type', type])
  request.body = body
}

const asked = (request: Raw, query: string) => {
  if (query !== '') request.path += `?${query}`
}

/** As a program writes it that does everything right. */
const asMeant: Way = ({ right, request }) => {
  const { bodies, parts, bytes, queries, headers } = right
  request.headers.push(...headers)
  asked(request, queries[0] as string)
  if (parts) typed(request, formType, formOf(parts))
  else if (bytes) typed(request, 'application/octet-stream', bytes)
  else if (bodies.length > 0) typed(request, 'application/json', text(json(bodies[0])))
}
const nearly: Way = ({ route, random, canary, right, request }) => {
  asked(request, pick(random, right.queries))
  const body = pick(random, right.bodies)
  typed(request, 'application/json', random() < 0.2 ? text(json(body)) : nearlyRight(route.body, body, random, canary))
}
const otherFiles: Way = ({ route, random, canary, right, request }) => {
  const { parts, bodies } = right
  const fields = Object.entries((bodies.length > 0 ? pick(random, bodies) : {}) as Record<string, unknown>)
  const written = fields.map(([name, value]) => ({ name, content: typeof value === 'string' ? value : json(value) }))
  typed(request, formType, fileForm(route.body, parts ?? written, random, canary))
}
const badId: Way = ({ route, random, canary, request }) => {
  const word = pick(random, pathWords(canary))
  request.path = route.path.replace(/:\w+/g, word.replaceAll('$', '$$$$'))
}
const noCredentials: Way = ({ random, canary, request }) => {
  request.headers.push([
    'authorization',
    pick(random, [`Bearer ${canary}`, `Bearer`, canary, `Basic ${canary}`, 'Bearer a.b.c']),
  ])
}
const badBody: Way = ({ random, canary, request }) => typed(request, 'application/json', broken(random, canary))
const badField: Way = ({ route, random, canary, right, request }) =>
  typed(request, 'application/json', wrongObject(route.body as Schema, right.bodies[0], random, canary))
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
const anyForm: Way = ({ route, random, canary, request }) =>
  typed(request, formType, wildForm(route.body, random, canary))
const wildType: Way = ({ route, random, canary, request }) => {
  const body = random() < 0.5 ? wildObject(route.body, random, canary) : wildForm(route.body, random, canary)
  typed(request, pick(random, otherTypes(canary)), body)
}
const wildQuery: Way = ({ route, random, canary, right, request }) => {
  const names = [...propertiesOf(route.query).map(([name]) => name), '__proto__', 'a[b]', canary, '']
  const value = () => {
    const given = anything(random, canary)
    const plain = typeof given === 'string' ? given : json(given)
    return random() < 0.8
      ? encodeURIComponent(plain.toWellFormed().slice(0, 2000))
      : pick(random, ['%ZZ', '%', '%00', '%ed%a0%80', '+', '&&=&'])
  }
  const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => `${pick(random, names)}=${value()}`)
  if (random() < 0.5) parts.unshift(pick(random, right.queries))
  asked(request, parts.join('&'))
}
const emptyBody: Way = ({ random, right, request }) => {
  asked(request, pick(random, right.queries))
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

function wildWays({ path, body, query }: FuzzedRoute, { bodies }: Right): Way[] {
  const ways: Way[] = [wildQuery, emptyBody, otherMethod, strangePath, slow, otherCoding, wildBody, wildType]
  if (path.includes(':')) ways.push(badId)
  if (body) ways.push(wildBody, wildBody, anyForm, wildType)
  if (bodies.length > 0) ways.push(nearly, nearly, nearly, nearly)
  if (fileFieldsOf(body).length > 0) ways.push(otherFiles, otherFiles, otherFiles, otherFiles)
  if (query) ways.push(wildQuery, wildQuery, wildQuery)
  return ways
}

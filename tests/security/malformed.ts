import { constrainedPropertiesOf, type FuzzedRoute, fileFieldsOf, propertiesOf, type Schema } from './api-document'
import {
  encodeForm,
  encodeJson,
  encodeText,
  formType,
  formWithOtherFiles,
  nearlyValidObject,
  objectWithInvalidField,
  oddForm,
  oddObject,
  type Part,
  pickNonObject,
} from './bodies'
import {
  invalidTexts,
  oddContentTypes,
  oddPathSegments,
  pick,
  pickAnyValue,
  pickOddHeaders,
  type Random,
} from './odd-values'
import type { RawRequest } from './raw-http'

/**
 * Creates malformed requests for a route from its schemas, valid inputs and a seed. `invalid` requests violate the
 * schema and must be refused. Odd requests may happen to be valid; the first one is.
 */

/** Valid inputs of a route, with ids of existing rows. */
export interface ValidInputs {
  params: Record<string, string>
  /** JSON bodies, the common one first; empty if the route takes a form, bytes or no body. */
  bodies: unknown[]
  parts: Part[] | null
  bytes: Uint8Array<ArrayBuffer> | null
  /** The common one first; never empty. */
  queries: string[]
  headers: [name: string, value: string][]
}

/** Returns null if the route has no invalid request. */
export function createMalformedRequest(
  route: FuzzedRoute,
  random: Random,
  canary: string,
  valid: ValidInputs,
  { invalid, number }: { invalid: boolean; number: number },
): RawRequest | null {
  const mutations = invalid ? invalidMutations(route) : oddMutations(route, valid)
  if (mutations.length === 0) return null
  const isFirst = !invalid && number === 0
  const request: RawRequest = {
    method: route.method,
    path: fillPath(route.path, valid.params),
    headers: !isFirst && random() < 0.3 ? pickOddHeaders(random, canary) : [],
    body: null,
  }
  const mutate = isFirst ? validRequest : pick(random, mutations)
  mutate({ route, random, canary, valid, request })
  return request
}

interface Draft {
  route: FuzzedRoute
  random: Random
  canary: string
  valid: ValidInputs
  request: RawRequest
}
type Mutation = (draft: Draft) => void

const fillPath = (path: string, values: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '1')

const setBody = (request: RawRequest, type: string, body: Uint8Array<ArrayBuffer>) => {
  request.headers.push(['content-type', type])
  request.body = body
}

const addQuery = (request: RawRequest, query: string) => {
  if (query !== '') request.path += `?${query}`
}

/** The valid request, unchanged. */
const validRequest: Mutation = ({ valid, request }) => {
  const { bodies, parts, bytes, queries, headers } = valid
  request.headers.push(...headers)
  addQuery(request, queries[0] as string)
  if (parts) setBody(request, formType, encodeForm(parts))
  else if (bytes) setBody(request, 'application/octet-stream', bytes)
  else if (bodies.length > 0) setBody(request, 'application/json', encodeText(encodeJson(bodies[0])))
}
const nearlyValidBody: Mutation = ({ route, random, canary, valid, request }) => {
  addQuery(request, pick(random, valid.queries))
  const body = pick(random, valid.bodies)
  setBody(
    request,
    'application/json',
    random() < 0.2 ? encodeText(encodeJson(body)) : nearlyValidObject(route.body, body, random, canary),
  )
}
const otherFiles: Mutation = ({ route, random, canary, valid, request }) => {
  const { parts, bodies } = valid
  const fields = Object.entries((bodies.length > 0 ? pick(random, bodies) : {}) as Record<string, unknown>)
  const written = fields.map(([name, value]) => ({
    name,
    content: typeof value === 'string' ? value : encodeJson(value),
  }))
  setBody(request, formType, formWithOtherFiles(route.body, parts ?? written, random, canary))
}
const oddId: Mutation = ({ route, random, canary, request }) => {
  const word = pick(random, oddPathSegments(canary))
  request.path = route.path.replace(/:\w+/g, word.replaceAll('$', '$$$$'))
}
const wrongCredentials: Mutation = ({ random, canary, request }) => {
  request.headers.push([
    'authorization',
    pick(random, [`Bearer ${canary}`, `Bearer`, canary, `Basic ${canary}`, 'Bearer a.b.c']),
  ])
}
const nonObjectBody: Mutation = ({ random, canary, request }) =>
  setBody(request, 'application/json', pickNonObject(random, canary))
const invalidField: Mutation = ({ route, random, canary, valid, request }) =>
  setBody(request, 'application/json', objectWithInvalidField(route.body as Schema, valid.bodies[0], random, canary))
const otherContentType: Mutation = ({ random, canary, request }) => {
  setBody(request, pick(random, ['text/plain', 'application/octet-stream', canary]), encodeText(`{"a":"${canary}"}`))
}
const invalidQuery: Mutation = ({ route, random, canary, request }) => {
  const [name, schema] = pick(
    random,
    propertiesOf(route.query).filter(([, schema]) => invalidTexts(schema, canary).length > 0),
  )
  request.path += `?${name}=${encodeURIComponent(pick(random, invalidTexts(schema, canary)))}`
}

/** Mutations that violate the schema. Bodies without constraints, such as uploads, are not mutated. */
function invalidMutations({ path, body, query, method, isPublic }: FuzzedRoute): Mutation[] {
  const mutations: Mutation[] = isPublic ? [] : [wrongCredentials]
  if (path.includes(':')) mutations.push(oddId, oddId)
  if (body && method !== 'GET') mutations.push(otherContentType)
  // Routes for a list of rows (contacts of a spreadsheet) accept any list and check each row.
  if (method !== 'GET' && constrainedPropertiesOf(body).length > 0)
    mutations.push(nonObjectBody, nonObjectBody, invalidField, invalidField, invalidField)
  if (propertiesOf(query).some(([, schema]) => invalidTexts(schema, '').length > 0))
    mutations.push(invalidQuery, invalidQuery)
  return mutations
}

const otherTransferEncoding: Mutation = ({ random, request }) => {
  request.headers.push([
    'transfer-encoding',
    pick(random, ['identity', 'gzip', 'gzip, chunked', 'xchunked', ' chunked']),
  ])
  request.body = encodeText('{}')
}
const oddBody: Mutation = ({ route, random, canary, request }) =>
  setBody(request, 'application/json', oddObject(route.body, random, canary))
const oddFormBody: Mutation = ({ route, random, canary, request }) =>
  setBody(request, formType, oddForm(route.body, random, canary))
const oddContentType: Mutation = ({ route, random, canary, request }) => {
  const body = random() < 0.5 ? oddObject(route.body, random, canary) : oddForm(route.body, random, canary)
  setBody(request, pick(random, oddContentTypes(canary)), body)
}
const oddQuery: Mutation = ({ route, random, canary, valid, request }) => {
  const names = [...propertiesOf(route.query).map(([name]) => name), '__proto__', 'a[b]', canary, '']
  const value = () => {
    const given = pickAnyValue(random, canary)
    const plain = typeof given === 'string' ? given : encodeJson(given)
    return random() < 0.8
      ? encodeURIComponent(plain.toWellFormed().slice(0, 2000))
      : pick(random, ['%ZZ', '%', '%00', '%ed%a0%80', '+', '&&=&'])
  }
  const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => `${pick(random, names)}=${value()}`)
  if (random() < 0.5) parts.unshift(pick(random, valid.queries))
  addQuery(request, parts.join('&'))
}
const emptyBody: Mutation = ({ random, valid, request }) => {
  addQuery(request, pick(random, valid.queries))
  if (random() < 0.5) request.headers.push(['content-type', 'application/json'])
  if (random() < 0.5) request.body = new Uint8Array()
}
const otherMethod: Mutation = ({ random, request }) => {
  request.method = pick(random, ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'POST', 'PUT', 'DELETE'])
}
const oddPath: Mutation = ({ random, canary, request }) => {
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
const chunkedBody: Mutation = ({ canary, random, request }) => {
  request.headers.push(['transfer-encoding', 'chunked'])
  const chunk = `{"a":"${canary}"}`
  const good = `${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`
  request.headers.push(['content-type', 'application/json'])
  request.body = encodeText(random() < 0.7 ? good : good.replace(/^[0-9a-f]+/, 'zz'))
}

function oddMutations({ path, body, query }: FuzzedRoute, { bodies }: ValidInputs): Mutation[] {
  const mutations: Mutation[] = [
    oddQuery,
    emptyBody,
    otherMethod,
    oddPath,
    chunkedBody,
    otherTransferEncoding,
    oddBody,
    oddContentType,
  ]
  if (path.includes(':')) mutations.push(oddId)
  if (body) mutations.push(oddBody, oddBody, oddFormBody, oddContentType)
  if (bodies.length > 0) mutations.push(nearlyValidBody, nearlyValidBody, nearlyValidBody, nearlyValidBody)
  if (fileFieldsOf(body).length > 0) mutations.push(otherFiles, otherFiles, otherFiles, otherFiles)
  if (query) mutations.push(oddQuery, oddQuery, oddQuery)
  return mutations
}

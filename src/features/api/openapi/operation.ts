import type { RouteEntry } from '../../../core/http/route-table'
import { type ErrorCode, errorStatus } from '../../../shared/errors'
import { type KeyScope, keyScopeOf } from '../../../shared/key-scopes'
import { exampleOf } from './example'
import { textsOf } from './operation-texts'
import { hasFiles, type Schema, withoutTextForms } from './schema'

/** A route's settings as Elysia stores them. */
export interface RouteHooks {
  body?: Schema
  query?: Schema
  params?: Schema
  headers?: Schema
  cookie?: Schema
  response?: Schema
  parse?: unknown
  detail?: {
    security?: Record<string, string[]>[]
    deprecated?: boolean
    summary?: string
    description?: string
    responses?: { 200?: { content: Record<string, { schema: Schema }> } }
  }
}
interface DescribedRoute {
  route: RouteEntry
  hooks: RouteHooks
}

/** Returns the OpenAPI operation of a route. */
export function operationOf({ route, hooks }: DescribedRoute) {
  const { method, path, guard } = route
  const { detail = {} } = hooks
  const texts = textsOf(method, path)
  const keyScope = scopeOfKeys(route, detail)
  const usual: Record<string, string[]>[] = [{ accessToken: [] }, ...(keyScope ? [{ apiKey: [] }] : [])]
  const security = detail.security ?? (guard === 'public' ? [] : usual)
  return {
    operationId: nameOf(method, path),
    tags: [path.split('/')[2] ?? 'media'],
    summary: detail.summary ?? texts.summary,
    description: descriptionOf(route, detail.description ?? texts.description, { keyScope, errors: texts.errors }),
    ...(detail.deprecated ? { deprecated: true } : {}),
    security,
    parameters: [
      ...inPath(path, hooks.params),
      ...parametersIn('query', hooks.query),
      ...parametersIn('header', hooks.headers),
    ],
    ...bodyOf(method, hooks),
    responses: { '200': answerOf(hooks), ...refusalsOf(route, hooks, { security, errors: texts.errors }) },
  }
}

/** The text of the route, what it demands of its caller, and its errors. */
function descriptionOf(
  { guard, permission, plan }: RouteEntry,
  text: string,
  { keyScope, errors }: { keyScope: KeyScope | null; errors: ErrorCode[] },
): string {
  const notes = [
    text,
    permission && `Permission: ${permission}.`,
    plan && `Plan: ${plan}.`,
    keyScope && `Scope of API keys: ${keyScope}.`,
    guard === 'super' && 'For super users.',
    errors.length > 0 && `Errors beside the usual ones: ${errors.join(', ')}.`,
  ]
  return notes.filter(Boolean).join(' ')
}

/** Scope with which an API key reaches the route; null for none. */
function scopeOfKeys({ method, path, guard }: RouteEntry, { security }: NonNullable<RouteHooks['detail']>) {
  const hasKeys = guard === 'public' ? security !== undefined : guard !== 'super' && guard !== 'renewal'
  return hasKeys ? keyScopeOf(method, path) : null
}

/** `GET /api/tickets/:id/events` is `getTicketsIdEvents`. */
const nameOf = (method: string, path: string) =>
  method.toLowerCase() +
  path
    .replace(/^\/api/, '')
    .split(/[^a-zA-Z]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** `/tickets/:id` is `/tickets/{id}`. */
export const templateOf = (path: string) => path.replace(/:(\w+)\??/g, '{$1}')

const inPath = (path: string, params: Schema | undefined) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: params?.properties?.[name] ? withoutTextForms(params.properties[name]) : { type: 'string' },
  }))

const parametersIn = (place: 'query' | 'header', schema: Schema | undefined) =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: schema?.required?.includes(name) ?? false,
    schema: withoutTextForms(property),
  }))

/** A body with files is a form; if the files are optional, JSON is accepted as well. */
function bodyOf(method: string, { body, parse }: RouteHooks) {
  if (!body) return method === 'PUT' && isStreamed(parse) ? streamed : {}
  const schema = withoutTextForms(body)
  const needsForm = Object.entries(schema.properties ?? {}).some(
    ([name, property]) => hasFiles(property) && schema.required?.includes(name),
  )
  const documented = { schema, example: exampleOf(schema) }
  const content = {
    ...(needsForm ? {} : { 'application/json': documented }),
    ...(hasFiles(schema) ? { 'multipart/form-data': documented } : {}),
  }
  return { requestBody: { required: schema.type !== undefined, content } }
}

/** A file's bytes, which the route reads as a stream. */
const streamed = {
  requestBody: {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
}
const isStreamed = (parse: unknown) => JSON.stringify(parse ?? '').includes('none')

/** The schema checked at run time, else the documented one (`documentResponse`). */
function answerOf({ response, detail }: RouteHooks) {
  const declared = response ? { 'application/json': { schema: response } } : detail?.responses?.[200]?.content
  const content = Object.entries(declared ?? {}).map(([type, { schema }]) => [type, withExample(schema)])
  return { description: 'Done', ...(declared ? { content: Object.fromEntries(content) } : {}) }
}

function withExample(stored: Schema) {
  const schema = withoutTextForms(stored)
  return { schema, example: exampleOf(schema) }
}

interface Refusals {
  security: Record<string, string[]>[]
  errors: ErrorCode[]
}

/** Returns the possible error responses, derived from the guard, the checked inputs and the errors of the route. */
function refusalsOf({ guard, path }: RouteEntry, hooks: RouteHooks, { security, errors }: Refusals) {
  const { body, query, params, headers } = hooks
  const checks = body || query || params || headers
  const statuses = [
    ...(body ? [400, 413, 415] : [400]),
    ...(guard === 'public' || path.startsWith('/api/auth') || security.some(({ apiKey }) => apiKey) ? [401] : []),
    ...(guard === 'public' || path.startsWith('/api/auth') ? [] : [402]),
    ...(security.length > 0 ? [403] : []),
    ...(path.includes(':') || body ? [404, 409] : []),
    ...(checks ? [422] : []),
    ...errors.map((code) => errorStatus[code]),
    429,
    500,
    503,
  ]
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
  )
}

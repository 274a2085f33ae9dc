import type { RouteEntry } from '../../core/http/http'
import { hasFiles, plain, type Schema } from './schema'

/** What a route says of itself, as the framework keeps it. */
export interface Hooks {
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
export interface Described {
  route: RouteEntry
  hooks: Hooks
}

/** One route in the words of OpenAPI. */
export function operationOf({ route, hooks }: Described) {
  const { method, path, guard, permission, plan } = route
  const { detail = {} } = hooks
  const security = detail.security ?? (guard === 'public' ? [] : [{ accessToken: [] }])
  const notes = [detail.description, permission && `Permission: ${permission}.`, plan && `Plan: ${plan}.`]
  const description = [...notes, guard === 'super' && 'For the people of the provider.'].filter(Boolean).join(' ')
  return {
    operationId: nameOf(method, path),
    tags: [path.split('/')[2] ?? 'media'],
    summary: detail.summary ?? `${method} ${path}`,
    ...(description ? { description } : {}),
    ...(detail.deprecated ? { deprecated: true } : {}),
    security,
    parameters: [...inPath(path, hooks.params), ...named('query', hooks.query), ...named('header', hooks.headers)],
    ...bodyOf(method, hooks),
    responses: { '200': answerOf(hooks), ...refusalsOf(route, hooks, security.length > 0) },
  }
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
    schema: params?.properties?.[name] ? plain(params.properties[name]) : { type: 'string' },
  }))

const named = (place: 'query' | 'header', schema: Schema | undefined) =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: schema?.required?.includes(name) ?? false,
    schema: plain(property),
  }))

/** Files make a form of it; where they may be left out, JSON will do as well. */
function bodyOf(method: string, { body, parse }: Hooks) {
  if (!body) return method === 'PUT' && isStreamed(parse) ? streamed : {}
  const schema = plain(body)
  const needsForm = Object.entries(schema.properties ?? {}).some(
    ([name, property]) => hasFiles(property) && schema.required?.includes(name),
  )
  const content = {
    ...(needsForm ? {} : { 'application/json': { schema } }),
    ...(hasFiles(schema) ? { 'multipart/form-data': { schema } } : {}),
  }
  return { requestBody: { required: schema.type !== undefined, content } }
}

/** The bytes of a file, which the route reads by itself. */
const streamed = {
  requestBody: {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
}
const isStreamed = (parse: unknown) => JSON.stringify(parse ?? '').includes('none')

/** What is checked on its way out, or else what is said of it (`answers`). */
function answerOf({ response, detail }: Hooks) {
  const told = response ? { 'application/json': { schema: response } } : detail?.responses?.[200]?.content
  const content = Object.entries(told ?? {}).map(([type, { schema }]) => [type, { schema: plain(schema) }])
  return { description: 'Done', ...(told ? { content: Object.fromEntries(content) } : {}) }
}

/** Which refusals can come: by what the guard asks and by what there is to get wrong. */
function refusalsOf({ guard, path }: RouteEntry, { body, query, params, headers }: Hooks, isPrivate: boolean) {
  const checks = body || query || params || headers
  const statuses = [
    ...(body ? [400, 413, 415] : [400]),
    ...(guard === 'public' || path.startsWith('/api/auth') ? [401] : [402]),
    ...(isPrivate ? [403] : []),
    ...(path.includes(':') || body ? [404, 409] : []),
    ...(checks ? [422] : []),
    429,
    500,
    503,
  ]
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]))
}

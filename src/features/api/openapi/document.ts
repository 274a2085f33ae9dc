import { type RouteEntry, routeTable } from '../../../core/http/route-table'
import { errorStatus } from '../../../shared/errors'
import { operationOf, type RouteHooks, templateOf } from './operation'
import { tagTexts } from './tags'

/** Route table of the application. */
export interface Routes {
  routes: { method: string; path: string; hooks: unknown }[]
}

/** Version of the API in its public document; the version of the server is for people who are logged in (ADR 0065). */
const apiVersion = '1'

type Operations = Record<string, Record<string, unknown>>

/** Returns the OpenAPI 3.1 document of the whole API, generated from the schemas of routes and events. */
export function describeApi(app: Routes, webhooks: Record<string, unknown> = {}) {
  const paths: Operations = {}
  for (const [path, method, operation] of describeRoutes(app)) paths[path] = { ...paths[path], [method]: operation }
  return documentOf(paths, webhooks)
}

/**
 * Returns the same document as JSON; calls `pause` between two routes. The document has 0.8 MB, and reading a route's
 * schemas prepares the route: in one piece that takes a second on a busy machine.
 */
export async function writeApiDocument(
  app: Routes,
  webhooks: Record<string, unknown>,
  pause: () => Promise<void>,
): Promise<string> {
  const paths = new Map<string, string[]>()
  for (const [path, method, operation] of describeRoutes(app)) {
    const operations = paths.get(path) ?? []
    operations.push(`${JSON.stringify(method)}:${JSON.stringify(operation)}`)
    paths.set(path, operations)
    await pause()
  }
  const written = [...paths].map(([path, operations]) => `${JSON.stringify(path)}:{${operations.join()}}`).join()
  return JSON.stringify(documentOf({}, webhooks)).replace('"paths":{}', () => `"paths":{${written}}`)
}

/** Path, method and operation of each route of the API. */
function* describeRoutes({ routes }: Routes): Generator<[path: string, method: string, operation: object]> {
  for (const listed of routes) {
    if (!listed.path.startsWith('/api/') || listed.method === 'WS') continue
    const [route] = routeTable({ routes: [listed] }) as [RouteEntry]
    const hooks = listed.hooks as RouteHooks
    yield [templateOf(route.path), route.method.toLowerCase(), operationOf({ route, hooks })]
  }
}

const documentOf = (paths: Operations, webhooks: Record<string, unknown>) => ({
  openapi: '3.1.0',
  info: {
    title: 'Balcão',
    version: apiVersion,
    description:
      'Customer service over WhatsApp. Every refusal is `{ "error": CODE, … }` with one status per code. Numbers and switches may be sent as text, and optional fields blank.',
    contact: { name: 'Provider of this installation' },
    license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
  },
  servers: [{ url: '/' }],
  tags: Object.entries(tagTexts).map(([name, description]) => ({ name, description })),
  paths,
  webhooks,
  components: { securitySchemes, schemas: { Error: refusal }, responses: responsesByStatus() },
})

const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `token` of POST /api/auth/login, good for 15 minutes.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: "A company's API key, with scopes; admins make it under Configurações, Chaves de API.",
  },
  connectionToken: {
    type: 'http',
    scheme: 'bearer',
    description: "A connection's own token, as its form shows it to admins.",
  },
}

const refusal = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', enum: Object.keys(errorStatus).sort() },
    fields: {
      type: 'array',
      items: { type: 'string' },
      description: 'With ERR_VALIDATION: which fields are at fault.',
    },
    retryAfter: { type: 'integer', description: 'With ERR_RATE_LIMIT and ERR_BUDGET: seconds.' },
  },
}

function responsesByStatus() {
  const statuses = [...new Set(Object.values(errorStatus))]
  return Object.fromEntries(statuses.map((status) => [`Refused${status}`, response(status)]))
}

const response = (status: number) => ({
  description: codesOf(status).join(', '),
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error: codesOf(status)[0] } },
  },
})

const codesOf = (status: number) =>
  Object.entries(errorStatus)
    .filter(([, each]) => each === status)
    .map(([code]) => code)
    .sort()

import { routeTable } from '../../core/http/route-table'
import { errorStatus } from '../../shared/errors'
import { operationOf, type RouteHooks, templateOf } from './operation'

/** Route table of the application. */
export interface Routes {
  routes: { method: string; path: string; hooks: unknown }[]
}

/** Version of the API in its public document; the version of the server is for people who are logged in (ADR 0065). */
const apiVersion = '1'

/** Returns the OpenAPI 3.1 document of the whole API, generated from the schemas of routes and events. */
export function describeApi(app: Routes, webhooks: Record<string, unknown> = {}) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [at, route] of routeTable(app).entries()) {
    if (!route.path.startsWith('/api/') || route.method === 'WS') continue
    const hooks = (app.routes[at] as { hooks: RouteHooks }).hooks
    const path = templateOf(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf({ route, hooks }) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Balcão',
      version: apiVersion,
      description: 'Customer service over WhatsApp. Every refusal is `{ "error": CODE, … }` with one status per code.',
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    paths,
    webhooks,
    components: { securitySchemes, schemas: { Error: refusal }, responses: responsesByStatus() },
  }
}

const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `token` of POST /api/auth/login, good for 15 minutes.',
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
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const codesOf = (status: number) =>
  Object.entries(errorStatus)
    .filter(([, each]) => each === status)
    .map(([code]) => code)
    .sort()

import { expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { routeTable } from '../../../src/core/http/route-table'
import { describeApi, writeApiDocument } from '../../../src/features/api/openapi/document'
import type { Schema } from '../../../src/features/api/openapi/schema'
import { describeWebhooks } from '../../../src/features/api/webhooks/event-model'
import { testEvent, webhookEventNames } from '../../../src/shared/webhook-events'
import { createInstallation } from '../../installation'
import { expectedScope } from '../access/key-routes'

const { app } = await createInstallation()
const ask = () => app.handle(new Request('http://localhost/api/openapi.json'))
const [response, repeated] = await Promise.all([ask(), ask()])
const first = await response.text()
const document = JSON.parse(first) as ReturnType<typeof describeApi>
interface Operation {
  operationId: string
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  deprecated?: boolean
}
const operation = (method: string, path: string) => document.paths[path]?.[method] as Operation
const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as Operation[])

test('the document lets the event loop turn after each route', async () => {
  let turns = 0
  const text = await writeApiDocument(app, describeWebhooks(), async () => void turns++)
  expect(text).toBe(first)
  expect(turns).toBeGreaterThan(operations.length - 10)
  expect(operations.length).toBeGreaterThan(300)
  expect(await repeated.text()).toBe(first)
})

test('a validator accepts the document as OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document) as never)
  expect([valid, errors ?? []]).toEqual([true, []])
  expect(validator.version).toBe('3.1')
})

test('every route of the API is in the document with its security scheme and a unique operationId', () => {
  const missing = routeTable(app)
    .filter(({ method, path }) => path.startsWith('/api/') && method !== 'WS')
    .filter((route) => {
      const { method, path, guard } = route
      const found = operation(method.toLowerCase(), path.replace(/:(\w+)/g, '{$1}'))
      const security = JSON.stringify(found?.security ?? null)
      return guard === 'public'
        ? security.includes('accessToken') || security === 'null'
        : security !== JSON.stringify([{ accessToken: [] }, ...(expectedScope(route) ? [{ apiKey: [] }] : [])])
    })
  expect(missing).toEqual([])
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

test('the document describes POST /api/messages/send with header, form fields and error statuses', () => {
  const send = operation('post', '/api/messages/send')
  expect(send.security).toEqual([{ apiKey: [] }, { connectionToken: [] }])
  expect(send.parameters).toMatchObject([{ name: 'idempotency-key', in: 'header', required: false }])
  expect(send.requestBody?.content['multipart/form-data']?.schema).toEqual({
    type: 'object',
    required: ['number'],
    properties: {
      number: { type: 'string', minLength: 1, maxLength: 300 },
      whatsappId: { type: 'number', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 },
      body: { type: 'string', maxLength: 4096 },
      medias: { type: 'array', maxItems: 5, items: { type: 'string', format: 'binary' } },
      queueId: { type: 'number', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 },
      closeTicket: { type: 'boolean' },
    },
  })
  expect(send.responses['200']?.content?.['application/json']?.schema.properties).toHaveProperty('messageId')
  expect(Object.keys(send.responses)).toEqual(expect.arrayContaining(['400', '401', '403', '409', '422', '429', '503']))
  expect(operation('post', '/api/resetpasswords/{email}/{token}/{password}').deprecated).toBe(true)
})

test('the document contains no names of the framework and no file paths', async () => {
  const text = JSON.stringify(document)
  expect(text).not.toMatch(/elysiaMeta|ObjectString|"default"|\/(home|root|work|tmp)\//)
  expect(response.headers.get('content-type')).toStartWith('application/json')
  expect(describeApi(app, describeWebhooks())).toEqual(document)
})

test('the document is the same after a route was used, which Elysia then compiles', async () => {
  const { app, clientAs } = await createInstallation({ version: 'of an application of its own' })
  const before = describeApi(app)
  expect((await clientAs('ana').tags.post({ name: 'VIP', color: '#0a7f51' })).status).toBe(200)
  expect(describeApi(app)).toEqual(before)
})

test('no hook of a route uses method syntax, whose source Elysia cannot parse and logs', () => {
  const hooksOf = ({ hooks, handler }: { hooks: unknown; handler: unknown }) =>
    [handler, ...Object.values(hooks as object)]
      .flat()
      .map((hook) => (hook as { fn?: unknown } | undefined)?.fn ?? hook)
  const functions = app.routes
    .filter(({ method }) => method !== 'WS')
    .flatMap((route) => hooksOf(route).map((hook) => [route.path, hook] as const))
  const methods = functions.filter(
    ([, hook]) => typeof hook === 'function' && /^(async\s+)?(?!function\b|async\b)[\w$]+\s*\(/.test(String(hook)),
  )
  expect(methods.map(([path, hook]) => [path, String(hook).slice(0, 60)])).toEqual([])
})

test('docs/api.md names only routes that exist', async () => {
  const page = await Bun.file('docs/api.md').text()
  const paths = [...new Set(page.match(/\/api\/[\w{}/-]+(\.json)?/g))]
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => !document.paths[path])).toEqual([])
})

test('every event of webhooks is in the document, with the fields of its body and the signature', () => {
  const webhooks = document.webhooks as Record<string, { post: Operation }>
  expect(Object.keys(webhooks).sort()).toEqual([...webhookEventNames, testEvent].sort())
  const { parameters, requestBody } = webhooks['ticket.closed']!.post
  expect(parameters.map(({ name }) => name)).toContain('X-Signature')
  const { properties } = requestBody!.content['application/json']!.schema
  expect(Object.keys(properties ?? {})).toEqual(['id', 'event', 'companyId', 'createdAt', 'ticket'])
})

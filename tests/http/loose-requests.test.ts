import { expect, test } from 'bun:test'
import type { RouteEntry } from '../../src/core/http/route-table'
import { createRandom } from '../security/odd-values'
import { daySeed, isFull, sizeOf } from '../size'
import { effectsIn, untouched } from './access/effects'
import { createInstallationWithTargets, unchangedInstallation } from './access/installation'
import { httpRoutes, routeKey, rowOf } from './access/table'

/**
 * Forms beside that of a schema (docs/api.md, "Values in other forms"), for every route: blank optional fields, numbers
 * and switches as text, lists as JSON text.
 */

const { app, ids } = await createInstallationWithTargets()
const routes = httpRoutes(app).filter((route) => rowOf(route).body && rowOf(route).anyone === undefined)

interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  'x-never-blank'?: string[]
}
const hooksOf = (route: RouteEntry) =>
  app.routes.find(({ method, path }) => `${method} ${path.replace(/\/$/, '')}` === routeKey(route))?.hooks as {
    body: Schema
    query?: Schema
  }

/** Sends a body of the route in an unchanged installation; returns it with the response. */
async function sendAnew(route: RouteEntry, body: object) {
  const installation = await unchangedInstallation()
  const { own, superUser } = rowOf(route)
  const actor = superUser ? 'root' : own[0] === 200 ? 'bob' : 'ana'
  const { status, body: text } = await installation.sendRequest(actor, route, installation.ids.own, { body })
  return { installation, answer: { status, body: status === 422 ? text : '' } }
}

/** Response to a body. */
const ask = async (route: RouteEntry, body: object) => (await sendAnew(route, body)).answer

/** Response to a body, with the stored rows and the events. */
async function send(route: RouteEntry, body: object) {
  const { installation, answer } = await sendAnew(route, body)
  return { ...answer, ...(await effectsIn(installation)) }
}

const next = createRandom(daySeed)
/** Both blank values at full size, else one that changes daily. */
const blankValues = () => (isFull ? ['', null] : [next() < 0.5 ? '' : null])

const usualBody = (route: RouteEntry) => rowOf(route).body?.(ids.own) as object

/** The same value as other clients write it: numbers, switches and lists of a body as text. */
function asText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(asText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asText(field)]))
}

/** Values of which a number and its text differ, because the route takes both. */
const takesAnyValue = ['variables', 'nodes', 'connections', 'answers', 'conversation', 'inputs']
const named = routes.map((route) => [routeKey(route), route] as const)

test.each(named)('%s takes numbers and switches as text', async (_, route) => {
  const usual = usualBody(route)
  const kept = Object.fromEntries(Object.entries(usual).filter(([name]) => takesAnyValue.includes(name)))
  const text = { ...(asText(usual) as object), ...kept }
  const body = Array.isArray(usual) ? (asText(usual) as object) : text
  expect(await send(route, body)).toEqual(await send(route, usual))
})

/** Fields that may be blank: optional ones, unless a new row needs them. */
function optionalFields({ properties = {}, required = [], 'x-never-blank': never = [] }: Schema) {
  return Object.keys(properties).filter((name) => !required.includes(name) && !never.includes(name))
}

/** Optional fields that may not be blank in the usual body, with the reason. */
const needed: Record<string, string> = {
  'PUT /api/flowbuilder/flow/:id/draft draftAt': 'null says that no draft was ever saved',
  'POST /api/flowbuilder/flow/:id/publish draftAt': 'null says that no draft was ever saved',
  'POST /api/flowbuilder/flow/:id/restore draftAt': 'null says that no draft was ever saved',
  'POST /api/queueIntegration/testSession jsonContent': 'Dialogflow needs its key',
  'POST /api/flowbuilder/ready-made queueId': 'the flow asks for a queue',
  'POST /api/prompt apiKey': 'a prompt needs its key',
  'POST /api/prompt queueId': 'a prompt needs a queue',
  'POST /api/contact-lists/from tagId': 'a list is made of something',
  'POST /api/tickets queueId': 'only admins open tickets without a queue',
  'PUT /api/tickets/:id userId': 'null without a status says nothing about who continues',
  'PUT /api/tickets/:id queueId': 'null without a status says nothing about who continues',
  'POST /api/tickets/:id/transfer queueId': 'a transfer has a target',
  'PUT /api/quick-messages/:id message': 'a quick message without a file has a text',
  'POST /api/messages/:id/forward ticketIds': 'a message is forwarded to somebody',
}

test.each(named)('%s takes blank optional fields', async (_, route) => {
  const usual = usualBody(route)
  if (Array.isArray(usual)) return
  const free = optionalFields(hooksOf(route).body).filter((name) => !needed[`${routeKey(route)} ${name}`])
  const plain = await ask(route, usual)
  for (const name of free)
    for (const blank of blankValues()) {
      const { status, body } = await ask(route, { ...usual, [name]: blank })
      const refused = status === 422 && (JSON.parse(body).fields ?? []).includes(name)
      expect([name, blank, status, refused]).toEqual([name, blank, name in usual ? status : plain.status, false])
    }
})

/** Bodies of changes with one blank field alone, which changes nothing or what a blank value means. */
const changes = named.filter(([key, route]) => key.startsWith('PUT') && 'minProperties' in hooksOf(route).body)

test.each(changes)('%s takes one blank optional field alone', async (_, route) => {
  for (const name of optionalFields(hooksOf(route).body).filter((name) => !needed[`${routeKey(route)} ${name}`]))
    for (const blank of blankValues()) {
      const { status, body } = await ask(route, { [name]: blank })
      expect([name, blank, status, body]).toEqual([name, blank, status === 404 ? 404 : 200, ''])
    }
})

/** True for a number, a switch or a choice: no alternative is a text of any kind. */
const isTyped = ({ type, enum: choices, anyOf, ...schema }: Schema & { const?: unknown }): boolean => {
  if (anyOf) return anyOf.filter(({ format = '' }) => !textForms.test(format)).every(isTyped)
  return choices !== undefined || 'const' in schema || ['number', 'integer', 'boolean', 'null'].includes(`${type}`)
}
const textForms = /^(numeric|integer|boolean|ObjectString|ArrayString)$/

const wrongValues = ['nonsense', '1e3', '0x10', '12abc', 'null', {}, [1]]
/** All values at full size, else some that change daily. */
const sampleOf = (values: unknown[]) => values.filter(() => next() < sizeOf({ everyday: 0.35, full: 1 }))

test.each(named)('%s refuses other texts by their field and changes nothing', async (_, route) => {
  const usual = usualBody(route)
  const { properties = {} } = hooksOf(route).body
  const typed = Object.entries(properties).filter(([, schema]) => isTyped(schema))
  if (Array.isArray(usual) || typed.length === 0 || (await ask(route, usual)).status !== 200) return
  for (const [name] of typed)
    for (const wrong of sampleOf(wrongValues)) {
      const { status, body, stored, published } = await send(route, { ...usual, [name]: wrong })
      expect([name, wrong, status, JSON.parse(body || '{}').fields]).toEqual([name, wrong, 422, [name]])
      expect([stored, published]).toEqual([untouched, '[]'])
    }
})

const withQuery = httpRoutes(app).filter((route) => hooksOf(route).query)

test.each(withQuery.map((route) => [routeKey(route), route] as const))(
  '%s takes blank parameters',
  async (_, route) => {
    const { own, superUser } = rowOf(route)
    const actor = superUser ? 'root' : own[0] === 200 ? 'bob' : 'ana'
    const ask = async (query: URLSearchParams) => {
      const installation = await unchangedInstallation()
      return (await installation.sendRequest(actor, route, installation.ids.own, { query: `${query}` })).status
    }
    const usual = new URLSearchParams(rowOf(route).query)
    const blank = new URLSearchParams(usual)
    for (const name of optionalFields(hooksOf(route).query as Schema)) if (!usual.has(name)) blank.set(name, '')
    expect(await ask(blank)).toBe(await ask(usual))
  },
)

import { expect, test } from 'bun:test'
import type { RouteEntry } from '../../src/core/http/route-table'
import { describeApi } from '../../src/features/api/openapi/document'
import type { Schema } from '../../src/features/api/openapi/schema'
import { limits } from '../../src/shared/limits'
import { type SettingRule, settingRules } from '../../src/shared/settings'
import { foldText } from '../../src/shared/text'
import { errorAnswer } from '../installation'
import type { Actor, Ids } from './access/actors'
import { createInstallationWithTargets } from './access/installation'
import { routeKey, rowOf } from './access/table'
import { type Edge, edges } from './schema-limits'

/**
 * Every limit in the schemas of bodies and queries: a value at the limit is accepted; a value one beyond is refused with
 * the name of its field.
 */

const installation = await createInstallationWithTargets()
const { ids, routes } = installation
await installation.store.write(({ kysely }) =>
  kysely.updateTable('plans').set({ users: 1000, connections: 1000, queues: 1000 }).execute(),
)

const { token: connectionToken } = (await installation.clientAs('ana').whatsapp({ id: ids.own.whatsapp }).token.post())
  .data as {
  token: string
}

/** Fields for which no value at the limit is valid, with the reason. Values one beyond are refused all the same. */
const neverValid: Record<string, string> = {
  'POST /api/auth/passkey/options challenge': 'only the server makes challenges',
  'PUT /api/companies/:id/locale timeZone': 'no time zone has a name of this length',
  'PUT /api/look color': 'the longest text is no colour',
  'PUT /api/look supportEmail': 'the longest text is no e-mail address',
  'PUT /api/look supportPhone': 'the longest text is no phone number',
  'PUT /api/look supportUrl': 'the longest text is no URL',
  'PUT /api/look/pictures/:kind content': 'the longest text is no picture',
  'POST /api/helps video': 'a YouTube id has eleven characters',
  'PUT /api/helps/:id video': 'a YouTube id has eleven characters',
  'PUT /api/settings/:key value': 'each key has limits of its own, tested below',
  'POST /api/messages/:id/reaction emoji': 'the longest emoji is shorter than the limit',
  'POST /api/chats/messages/:id/reaction emoji': 'the longest emoji is shorter than the limit',
  'POST /api/queue/:id/handover queueId': 'the lowest id is the queue itself',
  'POST /api/prompt baseUrl': 'the longest text is no URL',
  'POST /api/prompt/test baseUrl': 'the longest text is no URL',
  'PUT /api/prompt/:id baseUrl': 'the longest text is no URL',
  'PUT /api/morning/mail phone': 'a number needs the connection that sends to it',
  'POST /api/messages/send number': 'one character and the longest text are no phone number',
  'POST /api/messages/flow number': 'one character and the longest text are no phone number',
  'POST /api/whatsappsession/:id/pair number': 'one character and the longest text are no phone number',
  'POST /api/contacts number': 'one character and the longest text are no phone number',
  'PUT /api/contacts/:id number': 'one character and the longest text are no phone number',
  'POST /api/contact-list-items number': 'the longest text is no phone number',
  'PUT /api/contact-list-items/:id number': 'the longest text is no phone number',
  'POST /api/campaigns scheduledAt': 'the longest text is no time',
  'POST /api/campaigns/estimate scheduledAt': 'the longest text is no time',
  'PUT /api/campaigns/:id scheduledAt': 'the longest text is no time',
  'POST /api/campaign-settings settings.windowStart': 'the longest text is no time of day',
  'POST /api/campaign-settings settings.windowEnd': 'the longest text is no time of day',
  'POST /api/campaign-settings settings.windowDays': 'days do not repeat',
  'PUT /api/campaign-lanes/:id pausedUntil': 'the longest text is no time',
  'POST /api/campaigns/:id/test number': 'the longest text is no phone number',
  'POST /api/campaigns/:id/test variant': 'the campaign has no connection that is open',
  'POST /api/contact-lists/from campaignId': 'the request names a tag, and a list has one source',
  'POST /api/contact-lists/from contacts.searchParam': 'the request names a tag, and a list has one source',
  'PUT /api/contact-list-imports/:id columns': 'a file of this row has fewer columns',
  'PUT /api/contacts/imports/:id columns': 'a file of this row has fewer columns',
  'POST /api/flowbuilder/flow/:id/replays runIds': 'the longest list repeats a run',
  'POST /api/webhooks url': 'the longest text is no URL',
  'PUT /api/webhooks/:id url': 'the longest text is no URL',
  'POST /api/api-keys addresses': 'the longest list has texts that are no address',
  'PUT /api/api-keys/:id addresses': 'the longest list has texts that are no address',
  'POST /api/api-keys addresses.0': 'the longest text is no address',
  'PUT /api/api-keys/:id addresses.0': 'the longest text is no address',
  'POST /api/queueIntegration jsonContent': 'the longest text is no key of a service account',
  'PUT /api/queueIntegration/:id jsonContent': 'the longest text is no key of a service account',
  'POST /api/queueIntegration urlN8N': 'the longest text is no URL',
  'PUT /api/queueIntegration/:id urlN8N': 'the longest text is no URL',
  'DELETE /api/opt-outs/:id confirmation': 'the only right confirmation is the number',
  'POST /api/opt-outs number': 'the longest text is no number',
  'POST /api/messages/opt-out number': 'the longest text is no number',
  'PUT /api/tickets/:id outcome': 'the company has no outcomes',
  'POST /api/tickets/:id/actions actions.0.outcome': 'the company has no outcomes',
  'PUT /api/tickets/:id/snooze until': 'the longest text is no time',
  'POST /api/messages/:id location.latitude': 'a location has no text beside it',
  'POST /api/messages/:id location.longitude': 'a location has no text beside it',
  'POST /api/messages/:id location.address': 'a location has no text beside it',
  'POST /api/messages/:id contactId': 'a contact has no text beside it',
  'GET /api/tickets pageNumber': 'pages this far need a cursor',
  'GET /api/dashboard days': 'days and dates exclude each other',
  'GET /api/dashboard/export days': 'days and dates exclude each other',
  'GET /api/dashboard/ratings days': 'days and dates exclude each other',
  'GET /api/dashboard/parts days': 'days and dates exclude each other',
  'GET /api/dashboard/parts/export days': 'days and dates exclude each other',
  'GET /api/dashboard/conversations days': 'days and dates exclude each other',
}
/** Optional texts that count as absent when they are empty, which is one below their minimum. */
const blankIsAbsent = ['timeZone', 'outcome', 'clientId']
const isBlank = (given: unknown, path: string) =>
  blankIsAbsent.includes(path) && (given as Record<string, unknown>)[path] === ''

/** True when the schema accepted a flow, and the check of its nodes and edges as a whole refused it. */
const isRefusedFlow = (status: number, body: string) => status === 422 && JSON.parse(body).error === 'ERR_FLOW_INVALID'

/** Parameters whose values only the server can make. */
const cursors = ['cursor', 'after', 'around']

/** Routes that refuse a request without a valid signature before they check its body. */
const signedRoutes = ['POST /api/subscription/webhook/card']

interface LimitedField {
  name: string
  edge: Edge
  /** Sends a body or query of the edge. */
  send: (given: unknown) => Promise<{ status: number; body: string }>
  /** Status of a valid request. */
  usual: number
}
interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const { paths } = describeApi(installation.app)
const operationOf = ({ method, path }: RouteEntry) =>
  paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation | undefined

const limitedFields = routes.flatMap((route): LimitedField[] => {
  const { parameters = [], requestBody } = operationOf(route) ?? {}
  if (signedRoutes.includes(routeKey(route))) return []
  const row = rowOf(route)
  const { actor, usual } = allowedActor(route)
  // Changing the password of Bob's own user would end his login.
  const target = row.pathId === 'user' ? ids.unseen : ids.own
  const [body, schema] = [row.body?.(target), requestBody?.content['application/json']?.schema]
  const queryFields = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => [name, schema])
  const query = Object.fromEntries(new URLSearchParams(row.query))
  const fieldOf = (edge: Edge) => ({ name: `${routeKey(route)} ${edge.path}`, edge, usual })
  return [
    ...(body && schema ? edges(schema, body) : []).map((edge) => ({
      ...fieldOf(edge),
      send: (body: unknown) => send(route, target, actor, { body }),
    })),
    ...edges({ properties: Object.fromEntries(queryFields) }, query).map((edge) => ({
      ...fieldOf(edge),
      send: (query: unknown) => send(route, target, actor, { body, query }),
    })),
  ]
})

async function send(
  route: RouteEntry,
  target: Ids,
  actor: Actor | 'program',
  given: { body?: unknown; query?: unknown },
) {
  const authorization =
    actor === 'program' ? { authorization: `Bearer ${connectionToken}` } : await installation.authHeaders(actor)
  const headers = { ...authorization, ...(given.body ? { 'content-type': 'application/json' } : {}) }
  const body = given.body ? JSON.stringify(given.body) : rowOf(route).rawBody
  const query = new URLSearchParams(given.query as Record<string, string>)
  const url = `http://localhost${installation.pathWithIds(route, target)}?${query}`
  const response = await installation.app.handle(new Request(url, { method: route.method, headers, body }))
  await installation.store.idle()
  return { status: response.status, body: await response.text() }
}

function allowedActor(route: RouteEntry): { actor: Actor | 'program'; usual: number } {
  const { own, superUser, anyone } = rowOf(route)
  const byToken = ['POST /api/messages/send', 'POST /api/messages/flow', 'POST /api/messages/opt-out']
  byToken.push('GET /api/messages/sent/:id/replies')
  if (byToken.includes(routeKey(route))) return { actor: 'program', usual: 200 }
  if (anyone !== undefined) return { actor: 'anonymous', usual: anyone }
  if (superUser !== undefined) return { actor: 'root', usual: superUser }
  return own[3] !== 403 ? { actor: 'ana', usual: own[3] } : { actor: 'bob', usual: own[0] }
}

const isFieldOf = (field: string, path: string) => field === path || path.startsWith(`${field}.`)

test('the schemas contain more than 200 limits', () => {
  expect(limitedFields.length).toBeGreaterThan(200)
})

test('a value one beyond a limit is refused with 422 and its field, and changes nothing', async () => {
  const wrong: unknown[] = []
  const before = await installation.serialize()
  for (const { name, edge, send } of limitedFields)
    for (const value of edge.beyond.filter((value) => !isBlank(value, edge.path))) {
      const { status, body } = await send(value)
      const fields: string[] = status === 422 ? JSON.parse(body).fields : []
      if (!fields?.some((field) => isFieldOf(field, edge.path))) wrong.push([name, status, body.slice(0, 100)])
    }
  expect(wrong).toEqual([])
  expect((await installation.serialize()).equals(before)).toBe(true)
  expect(installation.published).toEqual([])
})

test('a value at a limit is accepted', async () => {
  const wrong: unknown[] = []
  for (const { name, edge, send, usual } of limitedFields)
    for (const value of neverValid[name] || cursors.includes(edge.path) ? [] : edge.within) {
      const { status, body } = await send(value)
      if (![200, usual, 404, 409].includes(status) && !isRefusedFlow(status, body))
        wrong.push([name, status, body.slice(0, 150)])
    }
  expect(wrong).toEqual([])
})

const bounded = Object.entries<SettingRule>(settingRules).filter(([, { number, text }]) => number || text)
const settings = bounded.map(([key, { write, number, text, isValid, default: usual }]) => ({
  key,
  by: write === 'super' ? ('root' as const) : ('ana' as const),
  within: number ? [String(number.min), String(number.max)] : isValid ? [usual] : ['', 'x'.repeat(text?.max ?? 0)],
  beyond: number ? [String(number.min - 1), String(number.max + 1)] : ['x'.repeat((text?.max ?? 0) + 1)],
}))

test.each(settings)(
  'setting $key accepts values at its limits and refuses values one beyond',
  async ({ key, by, within, beyond }) => {
    const put = (value: string) => installation.clientAs(by).settings({ key }).put({ value })
    for (const value of within) expect(await put(value)).toMatchObject({ status: 200 })
    for (const value of beyond)
      expect(await put(value)).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: ['value'] }))
  },
)

/** Name of `length` characters; each Hangul syllable becomes three letters when folded. */
const longestName = (length: number, at: number) => `${'한'.repeat(length - 2)}${10 + at}`

test('the cursor after a page of the longest names leads to the next page', async () => {
  const many = Array.from({ length: 40 }, (_, at) => at)
  await installation.acme.transaction(async (tx) => {
    for (const at of many) {
      const [name, list] = [longestName(200, at), longestName(limits.fileListName.max, at)]
      const facts = { number: `4930${100_000 + at}`, lid: null, waJid: '', pictureAt: null, searchText: foldText(name) }
      await tx.insert('contacts', { ...facts, name }).execute()
      await tx.insert('file_lists', { name: list, code: foldText(list), message: 'Segue' }).execute()
    }
  })
  const { contacts, files } = installation.clientAs('ana')
  for (const list of [contacts, files]) {
    const first = (await list.get({ query: { searchParam: '한' } })).data
    expect(first?.hasMore).toBe(true)
    const second = await list.get({ query: { searchParam: '한', cursor: first?.next ?? '' } })
    expect(second).toMatchObject({ status: 200, data: { hasMore: false } })
  }
})

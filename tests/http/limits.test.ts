import { expect, test } from 'bun:test'
import type { RouteEntry } from '../../src/core/http/route-table'
import { describeApi } from '../../src/features/openapi/document'
import type { Schema } from '../../src/features/openapi/schema'
import { limits } from '../../src/shared/limits'
import { type SettingRule, settingRules } from '../../src/shared/settings'
import { fold } from '../../src/shared/text'
import { errorAnswer } from '../installation'
import type { Actor, Ids } from './access/actors'
import { populated } from './access/installation'
import { keyOf, rowOf } from './access/table'
import { type Edge, edges } from './edges'

/**
 * Every limit of every body and every query there is, out of the routes' own schemas: at it is taken, one beyond is
 * refused at the field, and nothing happens.
 */

const made = await populated()
const { ids, routes } = made
await made.store.write(({ kysely }) =>
  kysely.updateTable('plans').set({ users: 1000, connections: 1000, queues: 1000 }).execute(),
)

const { token: program } = (await made.clientAs('ana').whatsapp({ id: ids.own.whatsapp }).token.post()).data as {
  token: string
}

/** Where nothing that is just within can be good, and why; one beyond is refused all the same. */
const neverGood: Record<string, string> = {
  'PUT /api/companies/:id/locale timeZone': 'no zone has so long a name',
  'POST /api/helps video': 'a code has eleven characters',
  'PUT /api/helps/:id video': 'a code has eleven characters',
  'PUT /api/settings/:key value': 'each key has its own values, below',
  'POST /api/messages/:id/reaction emoji': 'the longest emoji is shorter',
  'POST /api/queue/:id/handover queueId': 'the least is the queue itself',
  'GET /api/tickets pageNumber': 'so deep one gets by cursors only',
  'GET /api/dashboard days': 'none are asked for with dates',
  'GET /api/dashboard/export days': 'none are asked for with dates',
}
/** Where a page goes on is the server's to say. */
const cursors = ['cursor', 'after', 'around']

/** Whoever cannot prove what they know is not told what may be sent. */
const silent = ['POST /api/subscription/webhook/card']

interface Limited {
  name: string
  edge: Edge
  /** With a body, or a query, of the edge. */
  ask: (given: unknown) => Promise<{ status: number; body: string }>
  /** What the route answers to a body that is good. */
  usual: number
}
interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const { paths } = describeApi(made.app, '')
const operationOf = ({ method, path }: RouteEntry) =>
  paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation | undefined

const limited = routes.flatMap((route): Limited[] => {
  const { parameters = [], requestBody } = operationOf(route) ?? {}
  if (silent.includes(keyOf(route))) return []
  const row = rowOf(route)
  const { actor, usual } = whoMay(route)
  const at = row.path === 'user' ? ids.unseen : ids.own // who is given another password asks for nothing here
  const [body, schema] = [row.body?.(at), requestBody?.content['application/json']?.schema]
  const asked = parameters.filter((parameter) => parameter.in === 'query').map(({ name, schema }) => [name, schema])
  const query = Object.fromEntries(new URLSearchParams(row.query))
  const named = (edge: Edge) => ({ name: `${keyOf(route)} ${edge.path}`, edge, usual })
  return [
    ...(body && schema ? edges(schema, body) : []).map((edge) => ({
      ...named(edge),
      ask: (body: unknown) => ask(route, at, actor, { body }),
    })),
    ...edges({ properties: Object.fromEntries(asked) }, query).map((edge) => ({
      ...named(edge),
      ask: (query: unknown) => ask(route, at, actor, { body, query }),
    })),
  ]
})

async function ask(route: RouteEntry, at: Ids, actor: Actor | 'program', given: { body?: unknown; query?: unknown }) {
  const proof = actor === 'program' ? { authorization: `Bearer ${program}` } : await made.credentials(actor)
  const headers = { ...proof, ...(given.body ? { 'content-type': 'application/json' } : {}) }
  const body = given.body ? JSON.stringify(given.body) : rowOf(route).raw
  const query = new URLSearchParams(given.query as Record<string, string>)
  const address = `http://localhost${made.filled(route, at)}?${query}`
  const answer = await made.app.handle(new Request(address, { method: route.method, headers, body }))
  await made.store.idle()
  return { status: answer.status, body: await answer.text() }
}

function whoMay(route: RouteEntry): { actor: Actor | 'program'; usual: number } {
  const { own, above, open } = rowOf(route)
  if (keyOf(route) === 'POST /api/messages/send') return { actor: 'program', usual: 200 }
  if (open !== undefined) return { actor: 'nobody', usual: open }
  if (above !== undefined) return { actor: 'root', usual: above }
  return own[3] !== 403 ? { actor: 'ana', usual: own[3] } : { actor: 'bob', usual: own[0] }
}

const isAt = (field: string, path: string) => field === path || path.startsWith(`${field}.`)

test('there are limits', () => {
  expect(limited.length).toBeGreaterThan(200)
})

test('one beyond: refused with 422 at the field, and nothing happens', async () => {
  const wrong: unknown[] = []
  const before = made.image()
  for (const { name, edge, ask } of limited)
    for (const value of edge.beyond) {
      const { status, body } = await ask(value)
      const fields: string[] = status === 422 ? JSON.parse(body).fields : []
      if (!fields?.some((field) => isAt(field, edge.path))) wrong.push([name, status, body.slice(0, 100)])
    }
  expect(wrong).toEqual([])
  expect(made.image().equals(before)).toBe(true)
  expect(made.published).toEqual([])
})

test('at the limit: taken', async () => {
  const wrong: unknown[] = []
  for (const { name, edge, ask, usual } of limited)
    for (const value of neverGood[name] || cursors.includes(edge.path) ? [] : edge.within) {
      const { status, body } = await ask(value)
      if (![200, usual, 404, 409].includes(status)) wrong.push([name, status, body.slice(0, 150)])
    }
  expect(wrong).toEqual([])
})

const bounded = Object.entries<SettingRule>(settingRules).filter(([, { number, text }]) => number || text)
const settings = bounded.map(([key, { write, number, text }]) => ({
  key,
  by: write === 'super' ? ('root' as const) : ('ana' as const),
  within: number ? [String(number.min), String(number.max)] : ['', 'x'.repeat(text?.max ?? 0)],
  beyond: number ? [String(number.min - 1), String(number.max + 1)] : ['x'.repeat((text?.max ?? 0) + 1)],
}))

test.each(settings)(
  'the setting $key: taken at its limits, refused one beyond',
  async ({ key, by, within, beyond }) => {
    const put = (value: string) => made.clientAs(by).settings({ key }).put({ value })
    for (const value of within) expect(await put(value)).toMatchObject({ status: 200 })
    for (const value of beyond)
      expect(await put(value)).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: ['value'] }))
  },
)

/** Each of these is three letters once it is folded. */
const longest = (length: number, at: number) => `${'한'.repeat(length - 2)}${10 + at}`

test('a page of the longest names goes on after its last', async () => {
  const many = Array.from({ length: 40 }, (_, at) => at)
  await made.acme.transaction(async (tx) => {
    for (const at of many) {
      const [name, list] = [longest(200, at), longest(limits.fileListName.max, at)]
      const known = { number: `4930${100_000 + at}`, lid: null, waJid: '', pictureAt: null, folded: fold(name) }
      await tx.insert('contacts', { ...known, name }).execute()
      await tx.insert('file_lists', { name: list, code: fold(list), message: 'Segue' }).execute()
    }
  })
  const { contacts, files } = made.clientAs('ana')
  for (const list of [contacts, files]) {
    const first = (await list.get({ query: { searchParam: '한' } })).data
    expect(first?.hasMore).toBe(true)
    const second = await list.get({ query: { searchParam: '한', cursor: first?.next ?? '' } })
    expect(second).toMatchObject({ status: 200, data: { hasMore: false } })
  }
})

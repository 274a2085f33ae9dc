import { describe, expect, test } from 'bun:test'
import type { RouteEntry } from '../../src/core/http/route-table'
import { type Actor, actors, type Target, targets } from './access/actors'
import { expected, isAimed } from './access/expected-status'
import { type Populated, populated, withRoute } from './access/installation'
import { keyOf, rowOf, unmatched, walked } from './access/table'

const reading = await populated()
const { app, services } = reading
const routes = walked(app)

test('every route has a row, every row a route', () => {
  expect(unmatched(app)).toEqual([])
})

test('a route nobody said the answers of is noticed', () => {
  expect(unmatched(withRoute(services, '/api/new/:id'))).toEqual(['GET /api/new/:id'])
})

interface Case {
  route: RouteEntry
  actor: Actor
  target: Target
  status: number
}
const cases: Case[] = routes.flatMap((route) =>
  actors.flatMap((actor) =>
    targets
      .filter((target) => target === 'own' || isAimed(rowOf(route)))
      .map((target) => ({ route, actor, target, status: expected(rowOf(route), actor, target) })),
  ),
)
const name = ({ route, actor, target }: Case) => `${actor}: ${keyOf(route)} of ${target}`

/** What a refusal says, whole: a code, and nothing of what was looked for. */
const refusals: Record<number, RegExp> = {
  401: /^\{"error":"ERR_(INVALID_CREDENTIALS|SESSION_REFUSED|API_TOKEN|CHALLENGE_EXPIRED)"\}$/,
  402: /^\{"error":"ERR_SUBSCRIPTION_EXPIRED","dueDate":"2020-01-01"\}$/,
  403: /^\{"error":"ERR_(NO_PERMISSION|SESSION_EXPIRED)"\}$/,
  400: /^\{"error":"ERR_(RESET_CODE|WRONG_PASSWORD|CONFIRMATION)"\}$/,
  404: /^\{"error":"ERR_(NO_[A-Z]+_FOUND|USER_DONT_EXISTS)"\}$/,
  503: /^\{"error":"ERR_PAYMENT_NOT_SET"\}$/,
  422: /^\{"error":"ERR_VALIDATION","fields":\["planId"\]\}$/,
  415: /^\{"error":"ERR_SPREADSHEET_TYPE"\}$/,
  // What is in use names its users, who are the caller's own.
  409: /^\{"error":"ERR_[A-Z_]+"(,"status":"[A-Z]+"|,("members":\[.*\],"connections"|"contacts"):\[.*\],"tickets":\d+)?\}$/,
}

describe(`${routes.length} routes × ${actors.length} actors × ${targets.length} targets`, () => {
  test('what the table refuses is refused, says nothing, and nothing happens', async () => {
    const made = await populated()
    const before = made.image()
    const wrong: unknown[] = []
    for (const one of cases.filter(({ status }) => status >= 400)) {
      const { status, body } = await made.ask(one.actor, one.route, made.ids[one.target])
      if (status !== one.status || !refusals[status]?.test(body)) wrong.push([name(one), one.status, status, body])
    }
    expect(wrong).toEqual([])
    expect(made.published).toEqual([])
    expect(made.whatsapp.calls).toEqual([])
    expect(made.image().equals(before)).toBe(true)
  }, 90_000) // thousands of requests, on whatever machine

  test.each(routes.map(keyOf))('what the table allows is answered: %s', async (key) => {
    const wrong: unknown[] = []
    for (const one of cases.filter(({ route, status }) => keyOf(route) === key && status < 400)) {
      const made = one.route.method === 'GET' ? reading : await populated() // who only looks can share
      const { status, body } = await made.ask(one.actor, one.route, made.ids[one.target])
      if (status !== one.status) wrong.push([name(one), one.status, status, body])
    }
    expect(wrong).toEqual([])
  })
})

/** Both answers, for the same actor: they must be one. */
const sameAs = async (
  made: Populated,
  actor: Actor,
  route: RouteEntry,
  of: (target: Target) => Parameters<Populated['ask']>[2],
  given: (target: Target) => Parameters<Populated['ask']>[3] = () => ({}),
) => {
  const [theirs, nobodys] = [
    await made.ask(actor, route, of('foreign'), given('foreign')),
    await made.ask(actor, route, of('missing'), given('missing')),
  ]
  return { theirs, same: Bun.deepEquals(theirs, nobodys), nobodys }
}

/** The provider sees every company where that is what the route is for. */
const isAbove = (actor: Actor, route: RouteEntry) => actor === 'root' && rowOf(route).above !== undefined

const insiders = ['bob', 'vera', 'sara', 'ana', 'root'] as const

test('another company’s id is answered byte for byte like one nobody has, headers too', async () => {
  const made = await populated()
  const wrong: unknown[] = []
  for (const route of routes.filter((route) => isAimed(rowOf(route))))
    for (const actor of (['nobody', 'garbage', 'eva', ...insiders] as const).filter((one) => !isAbove(one, route))) {
      const { theirs, same, nobodys } = await sameAs(made, actor, route, (target) => made.ids[target])
      if (!same) wrong.push([keyOf(route), actor, theirs, nobodys])
    }
  expect(wrong).toEqual([])
})

test('no body can point at another company’s rows, and none tells them from rows nobody has', async () => {
  const made = await populated()
  const before = made.image()
  const wrong: unknown[] = []
  for (const route of routes)
    for (const [field, body] of Object.entries(rowOf(route).pointing ?? {}))
      for (const actor of insiders) {
        const { own } = made.ids
        const at = () => own
        const given = (target: Target) => ({ body: body(own, made.ids[target]) })
        const { theirs, same, nobodys } = await sameAs(made, actor, route, at, given)
        if (!same || theirs.status < 400) wrong.push([keyOf(route), field, actor, theirs, nobodys])
      }
  expect(wrong).toEqual([])
  expect(made.published).toEqual([])
  expect(made.image().equals(before)).toBe(true)
})

test('no query tells another company’s rows from rows nobody has', async () => {
  const made = await populated()
  const wrong: unknown[] = []
  for (const route of routes)
    for (const [field, query] of Object.entries(rowOf(route).asking ?? {}))
      for (const actor of insiders) {
        const { own } = made.ids
        const given = (target: Target) => ({ query: query(made.ids[target]) })
        const { theirs, nobodys } = await sameAs(made, actor, route, () => own, given)
        if (theirs.status !== nobodys.status || traces(theirs.body, made).length > 0)
          wrong.push([keyOf(route), field, actor, theirs, nobodys])
      }
  expect(wrong).toEqual([])
})

/** Signs of the other company in an answer. */
const traces = (body: string, { ids }: Populated) =>
  [ids.foreign.uuid, ids.foreign.media, '"companyId":2', 'segredo de rival', 'Outra', 'Rui', 'rival'].filter((trace) =>
    body.includes(trace),
  )

test('nothing anybody is told of their own has a trace of another company', async () => {
  const made = await populated()
  const found: unknown[] = []
  for (const route of routes.filter(({ method }) => method === 'GET'))
    for (const actor of insiders.filter((actor) => !isAbove(actor, route)))
      for (const target of ['own', 'unseen'] as const) {
        const { body } = await made.ask(actor, route, made.ids[target])
        if (traces(body, made).length > 0) found.push([keyOf(route), actor, traces(body, made)])
      }
  expect(found).toEqual([])
})

/** Columns of the database that no request sets by name, with values that would be worth forging. */
const forged = {
  id: 424_242,
  companyId: 2,
  super: true,
  profile: 'admin',
  allTicket: 'enabled',
  passwordHash: 'forged',
  ack: 3,
  status: 'forged',
  uuid: 'forged',
  waId: 'forged',
  waJid: 'forged@s.whatsapp.net',
  lid: '424242',
  folded: 'forged',
  fromMe: false,
  origin: 'forged',
  userId: 2,
  wanted: false,
  qrcode: 'forged',
  pairingCode: 'forged',
  retries: 424_242,
  number: '424242424242',
  isGroup: true,
  unreadMessages: 424_242,
  lastMessage: 'forged',
  profilePicUrl: 'forged',
  proto: 'forged',
  dueDate: '2098-01-01',
  planId: 2,
  trialExpiration: '2098-01-01',
  createdAt: '2001-01-01T00:00:00.000Z',
  updatedAt: '2001-01-01T00:00:00.000Z',
}

/** Times, and what is made at random, differ between two equal worlds. */
const settled = (dump: unknown) =>
  JSON.stringify(dump)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'at')
    .replace(/"sealed":\{[\d":,]*\}/g, 'random')
    .replace(/"key":"payments","value":"[\w-]+"/g, 'random')
    .replace(/\$argon2id[^"]*/g, 'random')
    .replace(/3EB0[0-9A-F]+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, 'random')

/** Names that mean something to every object: some routes refuse them. */
const magic = {
  ['__proto__']: { admin: true, super: 1, profile: 'admin', companyId: 2 },
  constructor: { prototype: {} },
}

const writing = routes.filter((route) => rowOf(route).body && rowOf(route).open === undefined)

/** What becomes of a route's body with `extra` in it, in a world of its own. */
async function outcome(route: RouteEntry, extra: object) {
  const made = await populated()
  const before = settled(made.dump())
  const { own, above } = rowOf(route)
  const actor = above ? 'root' : own[0] === 200 ? 'bob' : 'ana'
  const usual = rowOf(route).body?.(made.ids.own)
  const body = Array.isArray(usual) ? usual.map((one) => ({ ...one, ...extra })) : { ...usual, ...extra }
  const { status } = await made.ask(actor, route, made.ids.own, { body })
  return { status, before, stored: settled(made.dump()), told: settled(made.published) }
}

test.each(writing.map((route) => [keyOf(route), route] as const))(
  'what is not the caller’s to set is as if it were not there: %s',
  async (key, route) => {
    const { hooks } = app.routes.find(({ method, path }) => `${method} ${path.replace(/\/$/, '')}` === key) as never
    const { body } = hooks as { body: { properties?: object; items: { properties: object } } }
    const asked = Object.keys(body.properties ?? body.items.properties)
    const more = Object.fromEntries(Object.entries(forged).filter(([field]) => !asked.includes(field)))
    expect(Object.keys(more).length).toBeGreaterThan(18)
    const plain = await outcome(route, {})
    expect(await outcome(route, more)).toEqual(plain)
    const strange = await outcome(route, magic)
    if (strange.status !== 422) expect(strange).toEqual(plain)
    else expect([strange.stored, strange.told]).toEqual([strange.before, '[]'])
  },
)

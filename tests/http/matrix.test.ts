import { expect, test } from 'bun:test'
import { type RouteEntry, routeTable } from '../../src/core/http'
import { can } from '../../src/shared/permissions'
import { type Name, people, world } from '../world'

/** Ids of one company's rows, or ids that nobody has. */
interface Ids {
  ticket: number
  uuid: string
  message: number
  contact: number
  whatsapp: number
  queue: number
  user: number
}

/** How a route is asked: whose id its path takes, a body it would accept, and bodies that name rows by id. */
interface Row {
  path?: keyof Ids
  body?: object
  /** Bodies that point at rows; the path is one's own then. */
  pointing?: (ids: Ids) => object[]
}

/** A new private route without a row here fails the first test. */
const rows: Record<string, Row> = {
  'GET /api/auth/me': {},
  'POST /api/auth/ws-ticket': {},
  'GET /api/users/list': {},
  'PUT /api/users/:id': { path: 'user', body: { name: 'Outra Pessoa' } },
  'POST /api/users/set-language/:lang': {},
  'GET /api/settings': {},
  'GET /api/settings/:key': {},
  'PUT /api/settings/:key': { body: { value: 'enabled' } },
  'GET /api/tickets': {},
  'POST /api/tickets': {
    pointing: ({ contact, queue, whatsapp }) => [
      { contactId: contact, queueId: 1 },
      { contactId: -1, queueId: queue },
      { contactId: -1, queueId: 1, whatsappId: whatsapp },
    ],
  },
  'GET /api/tickets/:id': { path: 'ticket' },
  'GET /api/tickets/u/:uuid': { path: 'uuid' },
  'PUT /api/tickets/:id': {
    path: 'ticket',
    body: { status: 'closed' },
    pointing: ({ queue, user, whatsapp }) => [
      { queueId: queue },
      { userId: user, queueId: 1 },
      { whatsappId: whatsapp },
    ],
  },
  'DELETE /api/tickets/:id': { path: 'ticket' },
  'POST /api/tickets/:id/read': { path: 'ticket' },
  'POST /api/tickets/:id/typing': { path: 'ticket', body: { presence: 'composing' } },
  'GET /api/messages/:id': { path: 'ticket' },
  'POST /api/messages/:id': {
    path: 'ticket',
    body: { body: 'oi' },
    pointing: ({ message }) => [{ body: 'oi', quotedMsg: { id: message } }],
  },
  'PUT /api/messages/:id/upload': { path: 'ticket' },
  'DELETE /api/messages/:id': { path: 'message' },
  'POST /api/messages/:id/retry': { path: 'message' },
  'POST /api/messages/:id/reaction': { path: 'message', body: { emoji: '👍' } },
  'POST /api/messages/edit/:id': { path: 'message', body: { body: 'outro' } },
  'GET /api/messages/edits/:id': { path: 'message' },
  'GET /api/contacts': {},
  'POST /api/contacts': { body: { name: 'Novo', number: '5511988887777' } },
  'GET /api/contacts/:id': { path: 'contact' },
  'PUT /api/contacts/:id': { path: 'contact', body: { name: 'Outro Nome' } },
  'DELETE /api/contacts/:id': { path: 'contact' },
  'GET /api/whatsapp': {},
  'POST /api/whatsapp': {
    body: { name: 'Nova' },
    pointing: ({ queue }) => [{ name: 'Nova', queueIds: [queue] }],
  },
  'GET /api/whatsapp/:id': { path: 'whatsapp' },
  'PUT /api/whatsapp/:id': {
    path: 'whatsapp',
    body: { name: 'Outro Nome' },
    pointing: ({ queue }) => [{ queueIds: [queue] }],
  },
  'DELETE /api/whatsapp/:id': { path: 'whatsapp' },
  'POST /api/whatsappsession/:id': { path: 'whatsapp' },
  'PUT /api/whatsappsession/:id': { path: 'whatsapp' },
  'DELETE /api/whatsappsession/:id': { path: 'whatsapp' },
  'POST /api/whatsappsession/:id/pair': { path: 'whatsapp', body: { number: '5511988887777' } },
  'GET /api/queue': {},
  'GET /api/queue/:id': { path: 'queue' },
  'POST /api/queue': { body: { name: 'Nova', color: '#123456' } },
  'PUT /api/queue/:id': { path: 'queue', body: { name: 'Outro Nome' } },
  'DELETE /api/queue/:id': { path: 'queue' },
}

const keyOf = ({ method, path }: RouteEntry) => `${method} ${path}`
const rowOf = (route: RouteEntry) => rows[keyOf(route)] as Row
const sharedParams: Record<string, string> = { ':key': 'call', ':lang': 'pt' }
const missing: Ids = {
  ticket: 9e6,
  uuid: crypto.randomUUID(),
  message: 9e6,
  contact: 9e6,
  whatsapp: 9e6,
  queue: 9e6,
  user: 9e6,
}

/** A world in which each company has one of everything. */
async function populated() {
  const made = await world({ clock: () => 0 })
  const { ticket, acme, rival, app, tokenOf, store, published } = made
  const one = async (company: 'acme' | 'rival', db: typeof acme, queue: number, user: number): Promise<Ids> => {
    const held = await ticket({ status: 'open', userId: user, queueId: queue }, company)
    const { contactId, whatsappId, id: ticketId } = held
    const said = {
      ticketId,
      contactId,
      whatsappId,
      waId: `WA${ticketId}`,
      fromMe: 0,
      origin: 'customer',
      body: 'segredo',
    } as const
    const rest = {
      userId: null,
      mediaType: 'chat',
      mediaId: null,
      mediaStatus: null,
      detail: null,
      ack: 0,
      error: null,
    } as const
    const row = { ...said, ...rest, quotedWaId: null, proto: null }
    const message = await db.transaction((tx) => tx.insert('messages', row).returning('id').executeTakeFirstOrThrow())
    return {
      ticket: ticketId,
      uuid: held.uuid,
      message: message.id,
      contact: contactId,
      whatsapp: whatsappId as number,
      queue,
      user,
    }
  }
  const own = await one('acme', acme, 1, people.bob.id)
  const foreign = await one('rival', rival, 3, people.rui.id)
  await store.idle()
  published.length = 0

  const url = (route: RouteEntry, ids: Ids) =>
    route.path.replace(/:(\w+)/g, (name) => sharedParams[name] ?? `${ids[rowOf(route).path as keyof Ids]}`)
  /** Status and body of a route asked by somebody, with nothing left of the ids in it. */
  async function ask(name: Name, route: RouteEntry, ids: Ids, body: object | undefined = rowOf(route).body) {
    const headers = new Headers({ authorization: `Bearer ${await tokenOf(name)}` })
    if (body) headers.set('content-type', 'application/json')
    const request = new Request(`http://localhost${url(route, ids)}`, {
      method: route.method,
      headers,
      body: body && JSON.stringify(body),
    })
    const answer = await app.handle(request)
    return { status: answer.status, body: await answer.text() }
  }
  const image = () => store.raw.statements.sqlite.serialize()
  const routes = routeTable(app).filter(({ guard, path }) => guard !== 'public' && path.startsWith('/api'))
  return { ...made, own, foreign, ask, image, routes }
}
const insiders = ['ana', 'sara', 'bob', 'caio', 'root'] as const

test('every private route has a row here, and no row is for a route that is gone', async () => {
  const { routes } = await populated()
  expect(Object.keys(rows).sort()).toEqual(routes.map(keyOf).sort())
})

test('another company’s id looks exactly like one that nobody has, to everybody, and nothing happens', async () => {
  const { routes, ask, foreign, image, published, whatsapp } = await populated()
  const before = image()
  for (const route of routes.filter((route) => rowOf(route).path))
    for (const name of insiders) {
      const answers = [await ask(name, route, foreign), await ask(name, route, missing)]
      expect([keyOf(route), name, answers[0]]).toEqual([keyOf(route), name, answers[1]])
      expect([keyOf(route), name, [403, 404].includes(answers[0]?.status ?? 0)]).toEqual([keyOf(route), name, true])
    }
  expect(published).toEqual([])
  expect(whatsapp.asked).toEqual([])
  expect(image().equals(before)).toBe(true)
})

test('nor can a body point at another company’s rows', async () => {
  const { routes, ask, own, foreign, image, published } = await populated()
  const before = image()
  const fill = (body: object) =>
    JSON.parse(JSON.stringify(body).replace('"contactId":-1', `"contactId":${own.contact}`))
  for (const route of routes) {
    const { pointing } = rowOf(route)
    if (!pointing) continue
    const pairs = pointing(foreign).map((body, n) => [body, pointing(missing)[n]] as [object, object])
    for (const [theirs, nobodys] of pairs) {
      const answers = [await ask('ana', route, own, fill(theirs)), await ask('ana', route, own, fill(nobodys))]
      expect([keyOf(route), theirs, answers[0]]).toEqual([keyOf(route), theirs, answers[1]])
      expect([keyOf(route), theirs, (answers[0]?.status ?? 0) >= 400]).toEqual([keyOf(route), theirs, true])
    }
  }
  expect(published).toEqual([])
  expect(image().equals(before)).toBe(true)
})

test('who lacks the permission is refused as such, before anything is looked up, and nothing happens', async () => {
  const { routes, ask, own, image, published, whatsapp } = await populated()
  const before = image()
  for (const route of routes) {
    const { permission } = route
    if (!permission) continue
    for (const name of ['ana', 'sara', 'bob', 'caio'] as const) {
      if (can(people[name].profile, permission)) continue
      for (const ids of [own, missing])
        expect([keyOf(route), name, await ask(name, route, ids)]).toEqual([
          keyOf(route),
          name,
          { status: 403, body: '{"error":"ERR_NO_PERMISSION"}' },
        ])
    }
  }
  expect(published).toEqual([])
  expect(whatsapp.asked).toEqual([])
  expect(image().equals(before)).toBe(true)
})

test('lists show nothing of another company', async () => {
  const { routes, ask, foreign } = await populated()
  const lists = routes.filter((route) => route.method === 'GET' && !rowOf(route).path && !route.path.includes(':'))
  expect(lists.length).toBeGreaterThan(4)
  for (const route of lists)
    for (const name of insiders) {
      const { body } = await ask(name, route, foreign)
      for (const trace of [foreign.uuid, '"companyId":2', 'Outra', 'Rui', 'rival'])
        expect([keyOf(route), name, trace, body.includes(trace)]).toEqual([keyOf(route), name, trace, false])
    }
})

test('fields that are not the caller’s to set are never stored', async () => {
  const { routes, ask, own, store } = await populated()
  const forged = {
    companyId: 2,
    super: true,
    profile: 'admin',
    ack: 3,
    id: 424_242,
    uuid: 'forged',
    fromMe: false,
    userId: undefined,
  }
  for (const route of routes.filter((route) => rowOf(route).body))
    await ask('ana', route, own, { ...rowOf(route).body, ...forged })
  const tables = ['users', 'settings', 'tickets', 'messages', 'contacts', 'connections', 'queues'] as const
  for (const table of tables) {
    const found = await store.read.kysely.selectFrom(table).selectAll().execute()
    expect([table, found.filter(({ companyId }) => (companyId as number) === 2).length <= 1]).toEqual([table, true])
    expect([table, JSON.stringify(found).match(/424242|forged/)]).toEqual([table, null])
  }
  const supers = await store.read.kysely.selectFrom('users').select('id').where('super', '=', 1).execute()
  expect(supers).toEqual([{ id: people.root.id }])
})

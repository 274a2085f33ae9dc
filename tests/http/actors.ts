import type { Elysia } from 'elysia'
import { createApp } from '../../src/app'
import { type RouteEntry, routeTable } from '../../src/core/http'
import type { CompanyId } from '../../src/core/schema'
import { TenantDb } from '../../src/core/tenant'
import { saveStream } from '../../src/features/media/files'
import { companies, type Name, people, world } from '../world'

/**
 * Who asks for what with which answer: ONE row per route. The tests beside walk it with every actor and every target;
 * a route without a row fails them.
 */

/**
 * Bob holds the ticket of `own` in queue 1; vera that of `unseen` in queue 2; sara supervises queue 1; ana is admin.
 * Rui is the admin of another company, root the super user of a third; eva's licence ran out, her token is good for
 * renewal only. Nobody sends no token, garbage one that is none.
 */
export const actors = ['nobody', 'garbage', 'bob', 'vera', 'sara', 'ana', 'rui', 'root', 'eva'] as const
export type Actor = (typeof actors)[number]

/** Rows of one's own desk, of a colleague's, of another company, and ids that nobody has. */
export const targets = ['own', 'unseen', 'foreign', 'missing'] as const
export type Target = (typeof targets)[number]

export interface Ids {
  ticket: number
  uuid: string
  message: number
  contact: number
  /** A contact without a ticket. */
  free: number
  whatsapp: number
  queue: number
  user: number
  media: string
  plan: number
}
type Kind = keyof Ids
type Body = (ids: Ids) => object

/** Statuses for bob, vera, sara and ana. */
type Four = readonly [bob: number, vera: number, sara: number, ana: number]

export interface Row {
  /** Statuses for one's own; routes without any id have only these. */
  own: Four
  /** For a colleague's; as `own` unless given. */
  unseen?: Four
  /** Whose id the path takes. */
  path?: Kind
  body?: Body
  /** The body is this text as it is, not JSON. */
  raw?: string
  /** One body for each id a body may name; the other ids are one's own. */
  pointing?: Record<string, (own: Ids, other: Ids) => object>
  /** The same for queries. */
  asking?: Record<string, (other: Ids) => string>
  /** Asked of a stranger: the status for everybody, whatever token they send. */
  open?: number
  /** Also good for a licence that ran out. */
  renewal?: true
  /** Judges tokens by itself: statuses for nobody and for garbage. */
  strangers?: readonly [number, number]
}

const all: Four = [200, 200, 200, 200]
const admins: Four = [403, 403, 403, 200]
const mine: Four = [200, 403, 200, 200]
const hers: Four = [403, 200, 403, 200]
const seen = { own: mine, unseen: hers }

export const rows: Record<string, Row> = {
  'GET /media/:id': { own: all, path: 'media', strangers: [404, 403] },

  'GET /api/system': { own: all, open: 200 },
  'GET /api/plans/list': { own: all, open: 200 },
  'POST /api/auth/login': { own: all, open: 401, body: () => ({ email: 'nobody@acme.test', password: 'wrong one' }) },
  'POST /api/auth/refresh_token': { own: all, open: 401 },
  'DELETE /api/auth/logout': { own: all, open: 200 },
  'POST /api/auth/setup': {
    own: all,
    open: 409,
    body: () => ({ token: 'x', name: 'Eu Mesmo', email: 'eu@x.test', password: 'nove violoncelos' }),
  },
  'POST /api/companies/cadastro': {
    own: all,
    open: 404,
    body: () => signup(9e6),
    pointing: { planId: (_, { plan }) => signup(plan) },
  },

  'GET /api/auth/me': { own: all, renewal: true },
  'POST /api/auth/ws-ticket': { own: all },
  'GET /api/users/list': { own: all },
  'PUT /api/users/:id': {
    own: [200, 403, 403, 403],
    unseen: [403, 200, 403, 403],
    path: 'user',
    body: () => ({ name: 'Outra Pessoa' }),
  },
  'POST /api/users/set-language/:lang': { own: all },
  'GET /api/settings': { own: all },
  'GET /api/settings/:key': { own: all },
  'PUT /api/settings/:key': { own: admins, body: () => ({ value: 'enabled' }) },

  'GET /api/tickets': {
    own: all,
    asking: { queueIds: ({ queue }) => `queueIds=${queue}`, cursor: ({ ticket }) => `cursor=${cursorOf(ticket)}` },
  },
  'POST /api/tickets': {
    ...seen,
    body: ({ free, queue }) => ({ contactId: free, queueId: queue }),
    pointing: {
      contactId: ({ queue }, { contact }) => ({ contactId: contact, queueId: queue }),
      queueId: ({ free }, { queue }) => ({ contactId: free, queueId: queue }),
      whatsappId: ({ free, queue }, { whatsapp }) => ({ contactId: free, queueId: queue, whatsappId: whatsapp }),
    },
  },
  'GET /api/tickets/:id': { ...seen, path: 'ticket' },
  'GET /api/tickets/u/:uuid': { ...seen, path: 'uuid' },
  'PUT /api/tickets/:id': {
    ...seen,
    path: 'ticket',
    body: () => ({ status: 'closed' }),
    pointing: {
      queueId: (_, { queue }) => ({ queueId: queue }),
      userId: ({ queue }, { user }) => ({ userId: user, queueId: queue }),
      whatsappId: (_, { whatsapp }) => ({ whatsappId: whatsapp }),
    },
  },
  'DELETE /api/tickets/:id': { own: admins, path: 'ticket' },
  'POST /api/tickets/:id/read': { ...seen, path: 'ticket' },
  'POST /api/tickets/:id/typing': { ...seen, path: 'ticket', body: () => ({ presence: 'composing' }) },

  'GET /api/messages/:id': { ...seen, path: 'ticket', asking: { cursor: ({ message }) => `cursor=${message}` } },
  'POST /api/messages/:id': {
    ...seen,
    path: 'ticket',
    body: () => ({ body: 'oi' }),
    pointing: {
      quotedMsg: (_, { message }) => ({ body: 'oi', quotedMsg: { id: message } }),
      mediaIds: (_, { media }) => ({ body: 'oi', mediaIds: [media] }),
    },
  },
  'PUT /api/messages/:id/upload': { ...seen, path: 'ticket', raw: 'some bytes' },
  'DELETE /api/messages/:id': { ...seen, path: 'message' },
  'POST /api/messages/:id/retry': { ...seen, path: 'message' },
  'POST /api/messages/:id/reaction': { ...seen, path: 'message', body: () => ({ emoji: '👍' }) },
  'POST /api/messages/edit/:id': { ...seen, path: 'message', body: () => ({ body: 'outro' }) },
  'GET /api/messages/edits/:id': { ...seen, path: 'message' },

  'GET /api/contacts': { own: all, asking: { cursor: ({ contact }) => `cursor=${contact}|` } },
  'POST /api/contacts': { own: all, body: () => ({ name: 'Novo', number: '5511988887777' }) },
  'GET /api/contacts/:id': { own: all, path: 'contact' },
  'PUT /api/contacts/:id': { own: all, path: 'contact', body: () => ({ name: 'Outro Nome' }) },
  'DELETE /api/contacts/:id': { own: admins, path: 'contact' },

  'GET /api/whatsapp': { own: all },
  'POST /api/whatsapp': {
    own: admins,
    body: ({ queue }) => ({ name: 'Nova', queueIds: [queue] }),
    pointing: { queueIds: (_, { queue }) => ({ name: 'Nova', queueIds: [queue] }) },
  },
  'GET /api/whatsapp/:id': { own: all, path: 'whatsapp' },
  'PUT /api/whatsapp/:id': {
    own: admins,
    path: 'whatsapp',
    body: () => ({ name: 'Outro Nome' }),
    pointing: { queueIds: (_, { queue }) => ({ queueIds: [queue] }) },
  },
  // Customers are attended on it.
  'DELETE /api/whatsapp/:id': { own: [403, 403, 403, 409], path: 'whatsapp' },
  // Connected already: nothing to start, renew or pair.
  'POST /api/whatsappsession/:id': { own: [403, 403, 403, 409], path: 'whatsapp' },
  'PUT /api/whatsappsession/:id': { own: [403, 403, 403, 409], path: 'whatsapp' },
  'DELETE /api/whatsappsession/:id': { own: admins, path: 'whatsapp' },
  'POST /api/whatsappsession/:id/pair': {
    own: [403, 403, 403, 409],
    path: 'whatsapp',
    body: () => ({ number: '5511988887777' }),
  },

  'GET /api/queue': { own: all },
  'GET /api/queue/:id': { own: all, path: 'queue' },
  'POST /api/queue': { own: admins, body: () => ({ name: 'Nova', color: '#123456' }) },
  'PUT /api/queue/:id': { own: admins, path: 'queue', body: () => ({ name: 'Outro Nome' }) },
  'DELETE /api/queue/:id': { own: admins, path: 'queue' },
}

function signup(planId: number) {
  return { name: 'Padaria', email: 'dono@padaria.test', phone: '11999998888', password: 'nove violoncelos', planId }
}
const cursorOf = (id: number) => encodeURIComponent(`2030-01-01T00:00:00.000Z|${id}`)

export const keyOf = ({ method, path }: RouteEntry) => `${method} ${path}`

/** Everything an application answers over HTTP; the websocket has its own tests. */
export const walked = (app: { routes: Elysia['routes'] }) => routeTable(app).filter(({ method }) => method !== 'WS')

/** Routes nobody has said the answers of, and rows whose route is gone. */
export function unmatched(app: { routes: Elysia['routes'] }): string[] {
  const there = walked(app).map(keyOf)
  return [...there.filter((key) => !rows[key]), ...Object.keys(rows).filter((key) => !there.includes(key))]
}

export const rowOf = (route: RouteEntry) => rows[keyOf(route)] as Row

/** True when the four targets are four different requests. */
export const isAimed = ({ path, body, open }: Row) =>
  path !== undefined || (open === undefined && JSON.stringify(body?.(missing) ?? '').includes(String(far)))

/** What the table says; the rules for everybody who is not of the company stand here, once. */
export function expected(row: Row, actor: Actor, target: Target): number {
  if (row.open !== undefined) return row.open
  if (actor === 'nobody') return row.strangers?.[0] ?? 403
  if (actor === 'garbage') return row.strangers?.[1] ?? 403
  if (actor === 'eva') return row.renewal ? 200 : 402
  return isAimed(row) ? aimed(row, actor, target) : row.own[column(actor)]
}

function aimed(row: Row, actor: Actor, target: Target): number {
  if (actor === 'rui') return target === 'foreign' ? atHome(row) : 404
  if (actor === 'root') return 404
  if (target === 'own') return row.own[column(actor)]
  if (target === 'unseen') return (row.unseen ?? row.own)[column(actor)]
  return isForAdmins(row) && actor !== 'ana' ? 403 : 404 // who may not at all hears so before anything is looked up
}

/** Rui among his own rows is admin and holder in one. */
const atHome = ({ own: [holder, , , admin] }: Row) => (admin === 403 ? holder : admin)

const isForAdmins = ({ own }: Row) => own.slice(0, 3).every((status) => status === 403)

/** Rui and root are admins of their own houses. */
const column = (actor: Actor) => (actor === 'bob' ? 0 : actor === 'vera' ? 1 : actor === 'sara' ? 2 : 3)

const sharedParams: Record<string, string> = { ':key': 'call', ':lang': 'pt' }
const far = 9_000_000
export const missing: Ids = {
  ticket: far,
  uuid: '00000000-0000-4000-8000-000000000000',
  message: far,
  contact: far,
  free: far,
  whatsapp: far,
  queue: far,
  user: far,
  media: 'f'.repeat(32),
  plan: far,
}

const late = 4 as CompanyId
const extra = { vera: 7, eva: 8 }

/** A world with vera and eva in it, and one of everything for each desk. */
export async function populated() {
  let hours = 0
  const made = await world({ clock: () => ++hours * 3_600_000 }) // nobody meets a rate limit here
  const { store, auth, app, system, ticket, contact } = made
  await store.write(async ({ kysely }) => {
    const company = { id: late, name: 'late', planId: 1, email: 'late@late.test', phone: '11999990000' }
    await kysely
      .insertInto('companies')
      .values({ ...company, dueDate: '2020-01-01', trialExpiration: null })
      .execute()
    const secretPlan = { id: 2, name: 'Secreto', users: 1, connections: 1, queues: 1, value: 1, isPublic: 0 as const }
    const flags = { useCampaigns: 1, useSchedules: 1, useInternalChat: 1, useExternalApi: 1 } as const
    await kysely
      .insertInto('plans')
      .values({ ...secretPlan, ...flags, useKanban: 1, useOpenAi: 1, useIntegrations: 1 })
      .execute()
    for (const [name, id] of Object.entries(extra)) {
      const companyId = name === 'eva' ? late : (companies.acme as CompanyId)
      const profile = name === 'eva' ? ('admin' as const) : ('user' as const)
      const user = { id, companyId, name, email: `${name}@extra.test`, passwordHash: 'x', profile }
      await kysely
        .insertInto('users')
        .values({ ...user, whatsappId: null, language: null })
        .execute()
      const login = { id, companyId, userId: id, refreshHash: name, previousHash: null, userAgent: '' }
      const [rotatedAt, createdAt] = ['2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z']
      const ends = { expiresAt: '2099-12-31T00:00:00.000Z', revokedAt: null, revokedFor: null }
      const renewalOnly = name === 'eva' ? (1 as const) : (0 as const)
      await kysely
        .insertInto('tokens')
        .values({ ...login, rotatedAt, createdAt, ...ends, renewalOnly })
        .execute()
    }
    await kysely
      .insertInto('user_queues')
      .values({ companyId: 1 as CompanyId, userId: extra.vera, queueId: 2 })
      .execute()
  })

  const desk = async (company: 'acme' | 'rival', queue: number, user: number): Promise<Ids> => {
    const held = await ticket({ status: 'open', userId: user, queueId: queue }, company)
    const { id: ticketId, uuid, contactId, whatsappId } = held
    const said = { ticketId, contactId, whatsappId, waId: `WA${ticketId}`, fromMe: 1, origin: 'agent' } as const
    const kind = { body: `segredo de ${company}`, mediaType: 'chat', mediaId: null, mediaStatus: null } as const
    const row = { ...said, ...kind, userId: user, detail: null, ack: 1, error: null, quotedWaId: null } as const
    const scope = system(company)
    const file = await saveStream(scope, new Blob(['segredo']).stream(), `${company}.txt`)
    const message = await TenantDb.of(store, companies[company] as CompanyId).transaction(async (tx) => {
      await tx.insert('media', file).execute()
      return tx
        .insert('messages', { ...row, proto: new Uint8Array([1]) })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    const whatsapp = whatsappId as number
    const free = (await contact(company)).id
    return {
      ticket: ticketId,
      uuid,
      message: message.id,
      contact: contactId,
      free,
      whatsapp,
      queue,
      user,
      media: file.id,
      plan: 2,
    }
  }
  const ids: Record<Target, Ids> = {
    own: await desk('acme', 1, people.bob.id),
    unseen: await desk('acme', 2, extra.vera),
    foreign: await desk('rival', 3, people.rui.id),
    missing,
  }
  await store.idle()
  made.published.length = 0

  const tokenFor = (actor: Actor): Promise<string> => {
    if (actor === 'vera') return auth.tokens.sign({ tokenId: 7, userId: 7, companyId: companies.acme as CompanyId })
    if (actor === 'eva') return auth.tokens.sign({ tokenId: 8, userId: 8, companyId: late })
    return made.tokenOf(actor as Name)
  }
  async function credentials(actor: Actor): Promise<Record<string, string>> {
    if (actor === 'nobody') return {}
    if (actor === 'garbage') return { authorization: `Bearer ${'a'.repeat(40)}.e30.${'b'.repeat(43)}` }
    return { authorization: `Bearer ${await tokenFor(actor)}` }
  }
  const filled = (route: RouteEntry, at: Ids) =>
    route.path.replace(/:(\w+)/g, (name) => sharedParams[name] ?? String(at[rowOf(route).path as Kind]))

  /** Status, body and headers of a route asked by somebody about something. */
  async function ask(actor: Actor, route: RouteEntry, at: Ids, given: { body?: object; query?: string } = {}) {
    const row = rowOf(route)
    const body = given.body ?? row.body?.(at)
    const headers = new Headers(await credentials(actor))
    if (body) headers.set('content-type', 'application/json')
    const query = given.query ? `?${given.query}` : ''
    const request = new Request(`http://localhost${filled(route, at)}${query}`, {
      method: route.method,
      headers,
      body: row.raw ?? (body && JSON.stringify(body)),
    })
    const answer = await app.handle(request)
    const text = await answer.text()
    await store.idle()
    return { status: answer.status, body: text, headers: Object.fromEntries(answer.headers) }
  }
  /** The whole database, byte for byte. */
  const image = () => store.raw.statements.sqlite.serialize()
  /** Every row of every table, as text. */
  const dump = () => {
    const { sqlite } = store.raw.statements
    const names = sqlite.query("select name from sqlite_schema where type = 'table' order by name").all() as {
      name: string
    }[]
    return Object.fromEntries(names.map(({ name }) => [name, sqlite.query(`select * from "${name}"`).all()]))
  }
  return { ...made, ids, ask, image, dump, tokenFor, credentials, filled, routes: walked(app) }
}
export type Populated = Awaited<ReturnType<typeof populated>>

/** A copy of the application with one route more, as a feature nobody told us about would add. */
export const withRoute = (services: Populated['services'], path: `/${string}`) =>
  createApp(services).get(path, () => 'new')

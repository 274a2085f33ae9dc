import { writeXlsx } from 'hucre/xlsx'
import type { RouteEntry } from '../../src/core/http/route-table'
import type { Ids } from '../http/access/actors'
import type { Row } from '../http/access/row'
import { rowOf } from '../http/access/table'
import type { Part } from './bodies'
import type { FuzzedRoute } from './documented'
import { ask, type House, open, password, pretendOpen, webhookSecret } from './houses'
import type { Right } from './malformed'
import { Rows } from './rows'

/**
 * What each route takes and who may ask for it, from the table of who gets which answer (tests/http/access/rows): a route
 * without a row fails there, so that none is aimed at nothing here.
 */

/** Who asks, and with what they would be right. */
export interface Aimed {
  token: string
  right: Right
  /** May read of all companies. */
  seesAll: boolean
}

type Kind = keyof Ids
const named: Record<string, Kind> = { ticketId: 'ticket', tagId: 'tag' }
/** Parameters that are no row's. */
const words = { key: 'call', lang: 'pt', email: 'nobody@fuzz.test', token: 'ABCD2345', password: 'Nove9violoncelos' }

/** The person who may ask for this route, with rows of theirs for all that it takes. @throws when their login has ended */
export async function aim(house: House, route: FuzzedRoute, given?: Rows): Promise<Aimed> {
  await ask(house.at.url, house.token, 'GET', '/auth/me')
  const row: Row | undefined = rowOf(route as unknown as RouteEntry)
  const seesAll = row?.superUser !== undefined && row.own.every((status) => status === 403)
  const rows = given ?? new Rows(house, seesAll)
  const usual = row ? await taken(rows, route, row) : nothing
  const right = { ...usual, ...(await special[`${route.method} ${route.path}`]?.(rows)) }
  const token = right.token ?? (seesAll ? house.at.provider : house.token)
  return { token, seesAll, right }
}

const nothing: Right = { params: {}, bodies: [], parts: null, bytes: null, queries: [''], headers: [] }

async function taken(rows: Rows, { path }: FuzzedRoute, row: Row): Promise<Right> {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const kindOf = (name: string) => (name in words ? undefined : (named[name] ?? row.pathId))
  const bodies = (ids: Ids) => [row.body?.(ids), ...Object.values(row.bodiesWithId ?? {}).map((body) => body(ids, ids))]
  const queries = (ids: Ids) => [row.query ?? '', ...Object.values(row.queriesWithId ?? {}).map((query) => query(ids))]
  const ids = await rows.all(
    kindsOf((ids) => {
      for (const name of params) kindOf(name) && ids[kindOf(name) as Kind]
      bodies(ids)
      queries(ids)
      row.form?.(ids)
    }),
  )
  const values = params.map((name) => [name, String(ids[kindOf(name) as Kind] ?? words[name as keyof typeof words])])
  return {
    params: Object.fromEntries(values),
    bodies: row.body ? bodies(ids) : [],
    parts: row.form ? await partsOf(row.form(ids)) : null,
    bytes: row.rawBody === undefined ? null : new TextEncoder().encode(row.rawBody),
    queries: queries(ids),
    headers: [],
  }
}

/** Which rows somebody looks for. */
function kindsOf(use: (ids: Ids) => void): Set<Kind> {
  const kinds = new Set<Kind>()
  const seen = (_: Ids, kind: string | symbol) => void kinds.add(kind as Kind)
  use(new Proxy({} as Ids, { get: seen }))
  return kinds
}

const partsOf = (form: FormData): Promise<Part[]> =>
  Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? { name, content: value }
        : { name, content: await value.bytes(), fileName: value.name, type: value.type },
    ),
  )

/** Where the table asks for a refusal, or somebody else than a person asks. */
const special: Record<string, (rows: Rows) => Promise<Partial<Right> & { token?: string }>> = {
  'POST /api/auth/login': async ({ house: { email } }) => ({ bodies: [{ email, password }] }),
  'POST /api/auth/refresh_token': async ({ house: { cookie } }) => ({ headers: [['cookie', cookie]] }),
  'POST /api/auth/second-factor': async () => ({ bodies: [{ password }] }),
  'POST /api/companies/cadastro': async ({ number }) => {
    const [name, email] = [`Padaria ${number}`, `padaria${number}@fuzz.test`]
    return { bodies: [{ name, email, phone: '11999998888', password, planId: 1 }] }
  },
  'POST /api/contacts/:id/erase': async (rows) => {
    const { number } = await rows.ask<{ number: string }>('GET', `/contacts/${await rows.get('contact')}`)
    return { bodies: [{ confirmation: number }] }
  },
  'PUT /api/contacts/spreadsheet': async () => {
    const table = [
      ['Nome', 'Número'],
      ['Maria', '5511988887777'],
    ]
    return { bytes: new Uint8Array(await writeXlsx({ sheets: [{ name: 'Um', rows: table }] })) }
  },
  'POST /api/messages/send': async (rows) => ({ token: await programOf(rows) }),
  'POST /api/subscription/webhook': provenByService,
  'POST /api/subscription/webhook/pix': provenByService,
  'POST /api/subscription/webhook/card': provenByService,
  'PUT /api/users/:id/super': async (rows) => {
    const params = { id: String(await colleagueOfProvider(rows)) }
    return { params, bodies: [{ super: true, password }, { super: false }] }
  },
  'GET /chunk-:id': async ({ house: { at } }) => {
    const page = await (await fetch(at.url)).text()
    return { params: { id: /\/chunk-([^"]+\.js)"/.exec(page)?.[1] as string } }
  },
}

async function provenByService({ house: { at } }: Rows): Promise<Partial<Right>> {
  return { queries: [`hmac=${webhookSecret(at)}`] }
}

/** One of the provider's own people, the same each time: a plan has room for ten. */
async function colleagueOfProvider(rows: Rows): Promise<number> {
  const email = 'ajuda@fuzz.test'
  const { users } = await rows.asProvider<{ users: { id: number; email: string }[] }>('GET', '/users')
  const known = users.find((user) => user.email === email)
  return known?.id ?? rows.provide('/users', { name: 'Ajuda', email, password, profile: 'admin' })
}

/** A program's token; of a company of its own, because one may ask twenty times a minute. */
async function programOf({ house: { at }, number }: Rows): Promise<string> {
  const house = await open(at, `Programa ${number}`)
  const path = `/whatsapp/${pretendOpen(house)}/token`
  return (await ask<{ token: string }>(at.url, house.token, 'GET', path)).token
}

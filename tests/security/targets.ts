import type { RouteEntry } from '../../src/core/http/route-table'
import type { Look } from '../../src/features/platform/look/model'
import type { Ids } from '../http/access/actors'
import { onePixel } from '../http/access/request-parts'
import type { Row } from '../http/access/row'
import { rowOf } from '../http/access/table'
import type { FuzzedRoute } from './api-document'
import type { Part } from './bodies'
import { type CompanyLogin, insertOpenConnection, openCompany, password, request, webhookSecret } from './companies'
import type { ValidInputs } from './malformed'
import { Rows } from './rows'

/**
 * Finds valid inputs and an authorized token for each route in the table of tests/http/access/rows. The tests there fail
 * for a route without a row, so every route has a target here.
 */

/** Token and valid inputs for the requests to one route. */
export interface FuzzTarget {
  token: string
  valid: ValidInputs
  /** True if the token may read all companies. */
  seesAll: boolean
}

type Kind = keyof Ids
const kindOfParameter: Record<string, Kind> = { ticketId: 'ticket', tagId: 'tag' }
/** Values of parameters that are not ids of rows. */
const parameterValues = {
  key: 'macros',
  kind: 'icon',
  file: `${'0'.repeat(64)}.png`,
  lang: 'pt',
  number: '1',
  email: 'nobody@fuzz.test',
  token: 'ABCD2345',
  password: 'Nove9violoncelos',
}

/** Returns a token that may call this route, and inputs with its own rows. @throws Error when the login has ended */
export async function prepareTarget(
  company: CompanyLogin,
  route: FuzzedRoute,
  existingRows?: Rows,
): Promise<FuzzTarget> {
  await request(company.installation.url, company.token, 'GET', '/auth/me')
  const row: Row | undefined = rowOf(route as unknown as RouteEntry)
  const seesAll = row?.superUser !== undefined && row.own.every((status) => status === 403)
  const rows = existingRows ?? new Rows(company, seesAll)
  const common = row ? await validInputs(rows, route, row) : noInputs
  const valid = { ...common, ...(await specialTargets[`${route.method} ${route.path}`]?.(rows)) }
  const token = valid.token ?? (seesAll ? company.installation.providerToken : company.token)
  return { token, seesAll, valid }
}

const noInputs: ValidInputs = { params: {}, bodies: [], parts: null, bytes: null, queries: [''], headers: [] }

async function validInputs(rows: Rows, { path }: FuzzedRoute, row: Row): Promise<ValidInputs> {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const kindOf = (name: string) => (name in parameterValues ? undefined : (kindOfParameter[name] ?? row.pathId))
  const bodies = (ids: Ids) => [row.body?.(ids), ...Object.values(row.bodiesWithId ?? {}).map((body) => body(ids, ids))]
  const queries = (ids: Ids) => [row.query ?? '', ...Object.values(row.queriesWithId ?? {}).map((query) => query(ids))]
  const ids = await rows.all(
    usedKinds((ids) => {
      for (const name of params) kindOf(name) && ids[kindOf(name) as Kind]
      bodies(ids)
      queries(ids)
      row.form?.(ids)
    }),
  )
  const values = params.map((name) => [
    name,
    String(ids[kindOf(name) as Kind] ?? parameterValues[name as keyof typeof parameterValues]),
  ])
  return {
    params: Object.fromEntries(values),
    bodies: row.body ? bodies(ids) : [],
    parts: row.form ? await partsOf(row.form(ids)) : null,
    bytes: row.rawBody === undefined ? null : new TextEncoder().encode(row.rawBody),
    queries: queries(ids),
    headers: [],
  }
}

/** Kinds of rows that `use` reads. */
function usedKinds(use: (ids: Ids) => void): Set<Kind> {
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

/** Inputs of routes for which the table expects a refusal, or which take another token than a user's. */
const specialTargets: Record<string, (rows: Rows) => Promise<Partial<ValidInputs> & { token?: string }>> = {
  'POST /api/auth/login': async ({ company: { email } }) => ({ bodies: [{ email, password }] }),
  'POST /api/auth/refresh_token': async ({ company: { cookie } }) => ({ headers: [['cookie', cookie]] }),
  'POST /api/auth/passkeys/options': async () => ({ bodies: [{ password }] }),
  'POST /api/auth/second-factor': async () => ({ bodies: [{ password }] }),
  'POST /api/companies/cadastro': async ({ number }) => {
    const [name, email] = [`Padaria ${number}`, `padaria${number}@fuzz.test`]
    return { bodies: [{ name, email, phone: '11999998888', password, planId: 1 }] }
  },
  'POST /api/contacts/:id/erase': async (rows) => {
    const { number } = await rows.request<{ number: string }>('GET', `/contacts/${await rows.get('contact')}`)
    return { bodies: [{ confirmation: number }] }
  },
  'POST /api/messages/send': async (rows) => ({
    token: await connectionTokenOf(await openProgramCompany(rows, 'Texto')),
  }),
  'POST /api/messages/flow': async (rows) => {
    const company = await openProgramCompany(rows, 'Fluxo')
    const flowId = await new Rows(company).get('flow')
    return { token: await connectionTokenOf(company), bodies: [{ number: '5511988887777', flowId }] }
  },
  'POST /api/messages/opt-out': async (rows) => ({
    token: await connectionTokenOf(await openProgramCompany(rows, 'Saida')),
    bodies: [{ number: '5511988887777', reason: 'Pediu' }],
  }),
  'POST /api/mcp': withReadingKey,
  'GET /api/messages/sent/:id': withReadingKey,
  'GET /api/messages/sent/:id/replies': withReadingKey,
  'DELETE /api/opt-outs/:id': async (rows) => {
    const id = await rows.get('optOut')
    const { optOuts } = await rows.request<{ optOuts: { id: number; number: string }[] }>('GET', '/opt-outs')
    const confirmation = optOuts.find((each) => each.id === id)?.number ?? ''
    return { bodies: [{ confirmation, reason: 'Voltou' }] }
  },
  'POST /api/subscription/webhook': withWebhookSecret,
  'POST /api/subscription/webhook/pix': withWebhookSecret,
  'POST /api/subscription/webhook/card': withWebhookSecret,
  'GET /api/look/files/:file': async (rows) => {
    const { icons } = await rows.requestAsProvider<Look>('PUT', '/look/pictures/icon', { content: onePixel })
    return { params: { file: icons['32']?.split('/').at(-1) ?? '' } }
  },
  'PUT /api/users/:id/super': async (rows) => {
    const params = { id: String(await providerUserId(rows)) }
    return { params, bodies: [{ super: true, password }, { super: false }] }
  },
  'GET /chunk-:id': async ({ company: { installation } }) => {
    const page = await (await fetch(installation.url)).text()
    return { params: { id: /\/chunk-([^"]+\.js)"/.exec(page)?.[1] as string } }
  },
}

async function withReadingKey(rows: Rows) {
  const { key } = await rows.request<{ key: string }>('POST', '/api-keys', { name: 'Leitura', scopes: ['read'] })
  return { token: key }
}

async function withWebhookSecret({ company: { installation } }: Rows): Promise<Partial<ValidInputs>> {
  return { queries: [`hmac=${await webhookSecret(installation)}`] }
}

/** Id of a user of the provider's company; reused, because the plan allows only ten. */
async function providerUserId(rows: Rows): Promise<number> {
  const email = 'ajuda@fuzz.test'
  const { users } = await rows.requestAsProvider<{ users: { id: number; email: string }[] }>('GET', '/users')
  const known = users.find((user) => user.email === email)
  return known?.id ?? rows.postAsProvider('/users', { name: 'Ajuda', email, password, profile: 'admin' })
}

/** A company whose program sends; a new one, because each connection token allows twenty requests a minute. */
const openProgramCompany = ({ company: { installation }, number }: Rows, name: string): Promise<CompanyLogin> =>
  openCompany(installation, `Programa ${name} ${number}`)

/** Token of a new connected connection of the company. */
async function connectionTokenOf(company: CompanyLogin): Promise<string> {
  const path = `/whatsapp/${await insertOpenConnection(company)}/token`
  return (await request<{ token: string }>(company.installation.url, company.token, 'GET', path)).token
}

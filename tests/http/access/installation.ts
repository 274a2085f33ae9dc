import { createApp } from '../../../src/app'
import type { RouteEntry } from '../../../src/core/http/route-table'
import { continueIds } from '../../../src/core/storage/last-ids'
import { type Copied, createInstallation, type Name, people } from '../../installation'
import { keepDatabase } from '../../postgres-databases'
import { usesPostgres } from '../../postgres-server'
import { countStoredChanges, storedBytes, storedRows } from '../../stored-rows'
import type { Actor, Ids, Kind, Target } from './actors'
import { extraPeople, insertExtraPeople, signExtraToken } from './extra-people'
import { missingIds } from './missing-ids'
import { httpRoutes, rowOf } from './table'
import { insertCommonRows, insertTargetRows } from './target-rows'

export type InstallationWithTargets = Awaited<ReturnType<typeof createInstallationWithTargets>>

interface Prepared extends Copied {
  ids: Record<Target, Ids>
  at: number
}
let prepared: Prepared | undefined
/** The rows are inserted again after a minute, in ms, because challenges and links among them expire after five. */
const maxAgeMs = 60_000

/** Installation with all actors and the rows of all targets, to be copied: a copy takes a fifth of the time. */
async function prepareTargets(): Promise<Prepared> {
  if (prepared && Date.now() - prepared.at < maxAgeMs) return prepared
  const installation = await createInstallation()
  const { store, ports } = installation
  await store.write(async (tx) => {
    await insertExtraPeople(tx.kysely)
    await continueIds(tx, ['plans', 'companies', 'users', 'tokens'])
  })
  const commonIds = await insertCommonRows(installation)
  const [bob, vera, rui] = [people.bob.id, extraPeople.vera.id, people.rui.id]
  const ids: Record<Target, Ids> = {
    own: await insertTargetRows(installation, { company: 'acme', queueId: 1, userId: bob }, commonIds),
    unseen: await insertTargetRows(installation, { company: 'acme', queueId: 2, userId: vera }, commonIds),
    foreign: await insertTargetRows(installation, { company: 'rival', queueId: 3, userId: rui }, commonIds),
    missing: missingIds,
  }
  await store.idle()
  const image = usesPostgres ? await keepDatabase(store as never) : await storedBytes(store)
  prepared = { image, files: ports.media.directory, ids, at: Date.now() }
  return prepared
}

/** New installation with all actors and the rows of all targets. Its clock advances an hour per reading: no rate limits. */
export async function createInstallationWithTargets() {
  let hours = 0
  const { ids, ...copied } = await prepareTargets()
  const installation = await createInstallation({ clock: () => ++hours * 3_600_000, copied })
  const { store, auth, app } = installation

  const tokenFor = async (actor: Actor): Promise<string> =>
    actor === 'vera' || actor === 'eva' ? signExtraToken(auth, actor) : installation.tokenOf(actor as Name)

  async function authHeaders(actor: Actor): Promise<Record<string, string>> {
    if (actor === 'anonymous') return {}
    if (actor === 'invalidToken') return { authorization: `Bearer ${'a'.repeat(40)}.e30.${'b'.repeat(43)}` }
    return { authorization: `Bearer ${await tokenFor(actor)}` }
  }

  /** Sends the route's request of the table with the ids of a target; returns status, body and headers. */
  async function sendRequest(
    actor: Actor,
    route: RouteEntry,
    target: Ids,
    input: { body?: object; query?: string } = {},
  ) {
    const row = rowOf(route)
    const body = input.body ?? row.body?.(target)
    const headers = new Headers(await authHeaders(actor))
    if (body) headers.set('content-type', 'application/json')
    const query = input.query ?? row.query
    const request = new Request(`http://localhost${pathWithIds(route, target)}${query ? `?${query}` : ''}`, {
      method: route.method,
      headers,
      body: row.form?.(target) ?? row.rawBody ?? (body && JSON.stringify(body)),
    })
    const response = await app.handle(request)
    const text = await response.text()
    await store.idle()
    return { status: response.status, body: text, headers: Object.fromEntries(response.headers) }
  }

  /** All that is stored, byte for byte. */
  const serialize = () => storedBytes(store)
  const countChanges = countStoredChanges(store)
  const readAllTables = () => storedRows(store)
  /** The same without lines of refusals in the audit log, which a refused request may add. */
  const readTablesWithoutRefusals = async () => {
    const { audit_log, audit_chains: _, sqlite_sequence, ...tables } = await readAllTables()
    const ids = sqlite_sequence?.filter(({ name }) => !String(name).startsWith('audit_'))
    return { ...tables, ids, log: audit_log?.filter(({ action }) => action !== 'refuse') }
  }
  const requests = { tokenFor, authHeaders, sendRequest, pathWithIds, routes: httpRoutes(app) }
  return { ...installation, ids, ...requests, serialize, countChanges, readAllTables, readTablesWithoutRefusals }
}

let unchanged: { installation: InstallationWithTargets; madeAt: number } | undefined

/**
 * Installation in which no request has changed a row or reached others: that of the last call if it still is one, else a
 * new copy. A copy and its first request take five times as long as a further request.
 */
export async function unchangedInstallation(): Promise<InstallationWithTargets> {
  if (!unchanged || Date.now() - unchanged.madeAt > maxAgeMs || hasChanged(unchanged.installation))
    unchanged = { installation: await createInstallationWithTargets(), madeAt: Date.now() }
  return unchanged.installation
}

const hasChanged = ({ countChanges, published, mails, whatsapp }: InstallationWithTargets) =>
  countChanges() > 0 || [published, mails, whatsapp.calls, whatsapp.sent].some(({ length }) => length > 0)

const otherParams: Record<string, string> = {
  ':key': 'macros',
  ':kind': 'icon',
  ':file': `${'0'.repeat(64)}.png`,
  ':number': '1',
  ':lang': 'pt',
  ':email': 'nobody@acme.test',
  ':token': 'ABCD2345',
  ':password': 'Nove9violoncelos',
}
/** Kind of the ids in paths with two parameters. */
const kinds: Record<string, Kind> = { ':ticketId': 'ticket', ':tagId': 'tag' }

/** Path of the route with the ids of a target. */
const pathWithIds = (route: RouteEntry, target: Ids) =>
  route.path.replace(
    /:(\w+)/g,
    (name) => otherParams[name] ?? String(target[kinds[name] ?? (rowOf(route).pathId as Kind)]),
  )

/** Application with one route more, which has no row in the table. */
export const createAppWithRoute = (services: InstallationWithTargets['services'], path: `/${string}`) =>
  createApp(services).get(path, () => 'new')

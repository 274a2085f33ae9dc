import { describe, expect, test } from 'bun:test'
import type { RouteEntry } from '../../src/core/http/route-table'
import { usesPostgres } from '../postgres-server'
import { hasTurn } from '../size'
import { type Actor, actors, type Target, targets } from './access/actors'
import { dependsOnTarget, expectedStatus } from './access/expected-status'
import {
  createAppWithRoute,
  createInstallationWithTargets,
  type InstallationWithTargets,
  unchangedInstallation,
} from './access/installation'
import { httpRoutes, routeKey, rowOf, unmatchedRoutes } from './access/table'

const shared = await createInstallationWithTargets()
const { app, services } = shared
const routes = httpRoutes(app)

test('the table of expected statuses has one row per route', () => {
  expect(unmatchedRoutes(app)).toEqual([])
})

test('unmatchedRoutes names a route without a row', () => {
  expect(unmatchedRoutes(createAppWithRoute(services, '/api/new/:id'))).toEqual(['GET /api/new/:id'])
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
      .filter((target) => target === 'own' || dependsOnTarget(rowOf(route)))
      .map((target) => ({ route, actor, target, status: expectedStatus(rowOf(route), actor, target) })),
  ),
)
/**
 * Allowed requests of one route: all, and on PostgreSQL one each day. The database of a request that writes takes 0.1 s
 * there, and the run on SQLite has sent all of them.
 */
const casesOfDay = (allowed: Case[]) =>
  usesPostgres ? allowed.filter((_, position) => hasTurn(position, allowed.length)) : allowed
const caseName = ({ route, actor, target }: Case) => `${actor}: ${routeKey(route)} of ${target}`

/** Bodies of refusals by status: an error code and nothing about the row that was requested. */
const refusalBodies: Record<number, RegExp> = {
  401: /^\{"error":"ERR_(INVALID_CREDENTIALS|SESSION_REFUSED|API_TOKEN|CHALLENGE_EXPIRED)"\}$/,
  402: /^\{"error":"ERR_SUBSCRIPTION_EXPIRED","dueDate":"2020-01-01"\}$/,
  403: /^\{"error":"ERR_(NO_PERMISSION|SESSION_EXPIRED)"\}$/,
  400: /^\{"error":"ERR_(RESET_CODE|WRONG_PASSWORD|CONFIRMATION)"\}$/,
  404: /^\{"error":"ERR_(NO_[A-Z_]+_FOUND|USER_DONT_EXISTS|INVITATION_INVALID)"\}$/,
  503: /^\{"error":"ERR_PAYMENT_NOT_SET"\}$/,
  422: /^\{"error":"ERR_VALIDATION","fields":\["(planId|jsonContent)"\]\}$/,
  405: /^\{"error":"ERR_METHOD"\}$/,
  415: /^\{"error":"ERR_SPREADSHEET_TYPE"\}$/,
  // A row in use is refused with the rows that use it, which are of the caller's company.
  409: /^\{"error":"ERR_[A-Z_]+"(,"status":"[A-Z]+"|,("members":\[.*\],"connections"|"contacts"):\[.*\],"tickets":\d+|,"missing":\["[a-z",]+"\])?\}$/,
}

describe(`${routes.length} routes × ${actors.length} actors × ${targets.length} targets`, () => {
  test('a request that the table refuses gets only an error code and changes nothing', async () => {
    const installation = await createInstallationWithTargets()
    const before = await installation.readTablesWithoutRefusals()
    const wrong: unknown[] = []
    for (const refused of cases.filter(({ status }) => status >= 400)) {
      const { status, body } = await installation.sendRequest(
        refused.actor,
        refused.route,
        installation.ids[refused.target],
      )
      if (status !== refused.status || !refusalBodies[status]?.test(body))
        wrong.push([caseName(refused), refused.status, status, body])
    }
    expect(wrong).toEqual([])
    expect(installation.published).toEqual([])
    expect(installation.whatsapp.calls).toEqual([])
    expect(await installation.readTablesWithoutRefusals()).toEqual(before)
  }, 600_000) // thousands of requests

  test.each(routes.map(routeKey))('%s answers each actor with the status of the table', async (key) => {
    const wrong: unknown[] = []
    for (const allowed of casesOfDay(cases.filter(({ route, status }) => routeKey(route) === key && status < 400))) {
      const isRead = allowed.route.method === 'GET' // reads leave the installation as it is
      const installation = isRead ? shared : await unchangedInstallation()
      const { status, body } = await installation.sendRequest(
        allowed.actor,
        allowed.route,
        installation.ids[allowed.target],
      )
      if (status !== allowed.status) wrong.push([caseName(allowed), allowed.status, status, body])
    }
    expect(wrong).toEqual([])
  })
})

/** Sends the request of an actor for a foreign row and for a missing one. */
const compareForeignWithMissing = async (
  installation: InstallationWithTargets,
  actor: Actor,
  route: RouteEntry,
  idsFor: (target: Target) => Parameters<InstallationWithTargets['sendRequest']>[2],
  changesFor: (target: Target) => Parameters<InstallationWithTargets['sendRequest']>[3] = () => ({}),
) => {
  const [foreign, missing] = [
    await installation.sendRequest(actor, route, idsFor('foreign'), changesFor('foreign')),
    await installation.sendRequest(actor, route, idsFor('missing'), changesFor('missing')),
  ]
  return { foreign, same: Bun.deepEquals(foreign, missing), missing }
}

/** True if the route lets the provider see every company. */
const seesAllCompanies = (actor: Actor, route: RouteEntry) => actor === 'root' && rowOf(route).superUser !== undefined

const users = ['bob', 'vera', 'sara', 'ana', 'root'] as const

test('an id of another company in the path gets the same status, headers and body as a missing id', async () => {
  const installation = await createInstallationWithTargets()
  const wrong: unknown[] = []
  for (const route of routes.filter((route) => dependsOnTarget(rowOf(route))))
    for (const actor of (['anonymous', 'invalidToken', 'eva', ...users] as const).filter(
      (actor) => !seesAllCompanies(actor, route),
    )) {
      const { foreign, same, missing } = await compareForeignWithMissing(
        installation,
        actor,
        route,
        (target) => installation.ids[target],
      )
      if (!same) wrong.push([routeKey(route), actor, foreign, missing])
    }
  expect(wrong).toEqual([])
})

test('an id of another company in a body is refused like a missing id and changes nothing', async () => {
  const installation = await createInstallationWithTargets()
  const before = await installation.readTablesWithoutRefusals()
  const wrong: unknown[] = []
  for (const route of routes)
    for (const [field, body] of Object.entries(rowOf(route).bodiesWithId ?? {}))
      for (const actor of users) {
        const { own } = installation.ids
        const changesFor = (target: Target) => ({ body: body(own, installation.ids[target]) })
        const { foreign, same, missing } = await compareForeignWithMissing(
          installation,
          actor,
          route,
          () => own,
          changesFor,
        )
        if (!same || foreign.status < 400) wrong.push([routeKey(route), field, actor, foreign, missing])
      }
  expect(wrong).toEqual([])
  expect(installation.published).toEqual([])
  expect(await installation.readTablesWithoutRefusals()).toEqual(before)
})

test('an id of another company in a query gets the same status as a missing id and no data of that company', async () => {
  const installation = await createInstallationWithTargets()
  const wrong: unknown[] = []
  for (const route of routes)
    for (const [field, query] of Object.entries(rowOf(route).queriesWithId ?? {}))
      for (const actor of users) {
        const { own } = installation.ids
        const changesFor = (target: Target) => ({ query: query(installation.ids[target]) })
        const { foreign, missing } = await compareForeignWithMissing(installation, actor, route, () => own, changesFor)
        if (foreign.status !== missing.status || findForeignTexts(foreign.body, installation).length > 0)
          wrong.push([routeKey(route), field, actor, foreign, missing])
      }
  expect(wrong).toEqual([])
})

/** Texts of the other company that a response contains. */
const findForeignTexts = (body: string, { ids }: InstallationWithTargets) =>
  [ids.foreign.uuid, ids.foreign.media, '"companyId":2', 'segredo de rival', 'Outra', 'Rui', 'rival'].filter((text) =>
    body.includes(text),
  )

test('GET of the own company returns no data of another company', async () => {
  const installation = await createInstallationWithTargets()
  const found: unknown[] = []
  for (const route of routes.filter(({ method }) => method === 'GET'))
    for (const actor of users.filter((actor) => !seesAllCompanies(actor, route)))
      for (const target of ['own', 'unseen'] as const) {
        const { body } = await installation.sendRequest(actor, route, installation.ids[target])
        if (findForeignTexts(body, installation).length > 0)
          found.push([routeKey(route), actor, findForeignTexts(body, installation)])
      }
  expect(found).toEqual([])
})

import { describe, expect, test } from 'bun:test'
import type { Viewer } from '../../src/core/scope'
import { visibleTo } from '../../src/events'
import { profiles } from '../../src/shared/enums'
import { can, hasRight, type Permission } from '../../src/shared/permissions'
import { roleRights } from '../../src/shared/role-limits'
import { createInstallation } from '../installation'
import { type Actor, actors } from './access/actors'
import { createInstallationWithTargets } from './access/installation'
import { routeKey } from './access/table'

/** One person of each role, of company Acme. */
const personOf = { admin: 'ana', supervisor: 'sara', user: 'bob' } as const satisfies Record<string, Actor>
const everything = Object.fromEntries(profiles.map((profile) => [profile, [...roleRights]]))

const installation = await createInstallationWithTargets()
const { routes, ids, sendRequest, acme } = installation
const store = (value: object) =>
  acme.transaction((tx) => tx.insert('settings', { key: 'roleLimits', value: JSON.stringify(value) }).execute())

describe('a company whose roles have lost every right', async () => {
  await store(everything)
  const narrowed = routes.flatMap((route) =>
    profiles
      .filter((profile) => route.permission && can({ profile, withheld: [] }, route.permission))
      .filter((profile) => !can({ profile, withheld: roleRights }, route.permission as Permission))
      .map((profile) => ({ route, actor: personOf[profile] })),
  )

  test('has routes for each right that names routes', () => {
    const paths = new Set(narrowed.map(({ route }) => routeKey(route)))
    for (const path of [
      'GET /api/contacts/export',
      'GET /api/campaigns/:id/export',
      'GET /api/audit/export',
      'POST /api/exports',
      'DELETE /api/tickets/:id',
      'DELETE /api/contacts/:id',
      'DELETE /api/campaigns/:id',
      'POST /api/contacts/:id/erase',
      'GET /api/campaigns',
    ])
      expect(paths).toContain(path)
  })

  test('refuses each of these routes to each role that had it, and changes nothing', async () => {
    const before = await installation.readTablesWithoutRefusals()
    const wrong: unknown[] = []
    for (const { route, actor } of narrowed) {
      const { status, body } = await sendRequest(actor, route, ids.own)
      if (status !== 403 || body !== '{"error":"ERR_NO_PERMISSION"}') wrong.push([actor, routeKey(route), status, body])
    }
    expect(wrong).toEqual([])
    expect(await installation.readTablesWithoutRefusals()).toEqual(before)
  }, 120_000)

  test('shows a held conversation to its holder alone, and other companies are as before', async () => {
    const read = routes.find((route) => routeKey(route) === 'GET /api/tickets/:id')!
    const statuses = await Promise.all(
      actors.map(async (actor) => [actor, (await sendRequest(actor, read, ids.own)).status]),
    )
    expect(Object.fromEntries(statuses)).toMatchObject({ bob: 200, vera: 403, sara: 403, ana: 403, rui: 404 })
    expect((await sendRequest('rui', read, ids.foreign)).status).toBe(200)
  })
})

test('an admin takes and returns rights at once; others may not, and an unknown right is refused', async () => {
  const { clientAs, published } = await createInstallation()
  const [ana, bob] = [clientAs('ana'), clientAs('bob')]
  const write = (who: typeof ana, value: string) => who.settings({ key: 'roleLimits' }).put({ value })
  const exported = async () => (await bob.contacts.export.get()).status
  expect([await exported(), (await write(bob, '')).status]).toEqual([200, 403])
  for (const value of ['{"user":["everything"]}', '{"super":["export"]}', '["export"]', 'x'])
    expect((await write(ana, value)).status).toBe(422)
  expect(published).toEqual([])
  expect((await write(ana, '{"user":["export"]}')).status).toBe(200)
  expect([await exported(), (await ana.contacts.export.get()).status]).toEqual([403, 200])
  expect((await write(ana, '')).status).toBe(200)
  expect(await exported()).toBe(200)
})

test('an event of a conversation reaches neither colleagues nor admins without the right to all', () => {
  const ticket = { id: 1, status: 'open', userId: 9, queueId: 1 }
  const waiting = { ...ticket, status: 'pending', userId: null }
  for (const profile of profiles) {
    const viewer: Viewer = {
      ...{ userId: 1, name: 'Person', profile, super: false, allTicket: 'enabled', queueIds: [1] },
      withheld: ['allTickets'],
    }
    const seen = (payload: object) => visibleTo.ticket(viewer, payload as never)
    expect(seen({ action: 'update', ticket })).toBeNull()
    expect(seen({ action: 'update', ticket: waiting })).not.toBeNull()
    expect(seen({ action: 'update', ticket, was: waiting })).toMatchObject({ action: 'delete', ticketId: 1 })
    expect(visibleTo.campaign({ ...viewer, withheld: ['campaigns'] }, {} as never)).toBeNull()
    expect(visibleTo.dataExport({ ...viewer, withheld: ['export'] }, {} as never)).toBeNull()
  }
})

test('only rights that a role has can be taken: the table has a cell for each of them', () => {
  const cells = roleRights.map((right) => [right, profiles.filter((profile) => hasRight(profile, right))])
  expect(Object.fromEntries(cells)).toEqual({
    allTickets: ['admin', 'supervisor', 'user'],
    export: ['admin', 'supervisor', 'user'],
    delete: ['admin'],
    campaigns: ['admin', 'supervisor'],
    numbers: ['supervisor', 'user'],
  })
})

import { expect, test } from 'bun:test'
import { actors, targets } from './access/actors'
import { expectedStatus } from './access/expected-status'
import { createInstallationWithTargets } from './access/installation'
import { httpRoutes, routeKey, rowOf } from './access/table'

/** Tables that an allowed GET changes: each of the two routes creates a secret at its first call. */
const creating = {
  'GET /api/push/key': ['installation'],
  'GET /api/whatsapp/:id/token': ['connections'],
}

test('an allowed GET of any actor changes no row but the audit log, beside two that create a secret', async () => {
  const { app, ids, sendRequest, readTablesWithoutRefusals, countChanges } = await createInstallationWithTargets()
  const changed: Record<string, string[]> = {}
  let changes = countChanges()
  let before = await readTablesWithoutRefusals()
  for (const route of httpRoutes(app).filter(({ method }) => method === 'GET')) {
    for (const actor of actors)
      for (const target of targets.filter((target) => expectedStatus(rowOf(route), actor, target) < 400))
        expect((await sendRequest(actor, route, ids[target])).status, routeKey(route)).toBeLessThan(400)
    if (countChanges() === changes) continue
    changes = countChanges()
    const after = await readTablesWithoutRefusals()
    const tables = Object.entries(after).filter(([name, rows]) => !Bun.deepEquals(Reflect.get(before, name), rows))
    const names = tables.map(([name]) => name).filter((name) => name !== 'log')
    if (names.length > 0) changed[routeKey(route)] = names
    before = after
  }
  expect(changed).toEqual(creating)
})

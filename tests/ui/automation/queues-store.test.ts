import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Me } from '../../../src/features/accounts/auth/model'
import type { Queue } from '../../../src/features/automation/queues/model'
import type { ConnectionHealth } from '../../../src/features/numbers/connections/model'
import { connections } from '../../../ui/lib/connections'
import { health, outages, reloadHealth } from '../../../ui/lib/health'
import { queues } from '../../../ui/lib/queues'
import { receiveFrame } from '../../../ui/lib/realtime'
import { session } from '../../../ui/lib/session'
import { depthOf, optionsOf } from '../../../ui/pages/automation/queues/option-requests'
import { ana, json, serve } from '../browser'

const nativeFetch = globalThis.fetch
let stored: Map<number, Queue>
let rows: Partial<ConnectionHealth>[]

beforeEach(() => {
  stored = new Map()
  rows = []
  session.value = { kind: 'in', me: ana as unknown as Me }
  queues.clear()
  serve(({ path }) => (path.endsWith('/health') ? json({ health: rows }) : json({ queues: [...stored.values()] })))
})
afterEach(() => {
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
  queues.clear()
})

const sendEvent = (entity: string, data: object) =>
  receiveFrame(JSON.stringify({ event: `company-${ana.companyId}-${entity}`, data }))
const step = fc.record({ id: fc.integer({ min: 1, max: 6 }), orderQueue: fc.nat(3), gone: fc.boolean() })

/** Changes a queue on the server and applies its event. */
function applyStep({ id, orderQueue, gone }: { id: number; orderQueue: number; gone: boolean }) {
  const exists = stored.has(id)
  if (gone) {
    if (stored.delete(id)) sendEvent('queue', { action: 'delete', queueId: id })
    return
  }
  const queue = { id, orderQueue, name: `Fila ${id}` } as unknown as Queue
  stored.set(id, queue)
  sendEvent('queue', { action: exists ? 'update' : 'create', queue })
}

test('loaded queues plus events equal a fresh load', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 5 }), fc.array(step, { maxLength: 12 }), async (before, after) => {
      stored = new Map(before.map((one) => [one.id, { ...one, name: `Fila ${one.id}` } as unknown as Queue]))
      queues.clear()
      await queues.more()
      for (const one of after) applyStep(one)
      const live = queues.rows.peek().map(({ id, orderQueue }) => ({ id, orderQueue }))
      await queues.reload()
      expect(live).toEqual(queues.rows.peek().map(({ id, orderQueue }) => ({ id, orderQueue })))
    }),
    { numRuns: 40 },
  )
})

test('the outage banner lists known connections that are down, for users who may edit connections', async () => {
  connections.put({ id: 1, name: 'Loja' } as never)
  const since = '2026-11-20T12:00:00.000Z'
  rows = [
    { whatsappId: 1, outage: { since, reason: 'unreachable', announced: true } },
    { whatsappId: 2, outage: null },
  ]
  await reloadHealth()
  expect(outages.value).toEqual([{ whatsappId: 1, since, name: 'Loja' }])
  rows = [{ whatsappId: 1, outage: { since, reason: 'unreachable', announced: false } }]
  await reloadHealth()
  expect(outages.value).toEqual([])

  health.value = new Map()
  session.value = { kind: 'in', me: { ...ana, profile: 'user' } as unknown as Me }
  rows = [{ whatsappId: 1, outage: { since, reason: null, announced: true } }]
  await reloadHealth()
  expect(health.value.size).toBe(0)
  connections.drop(1)
})

test('an option menu has its options and its depth', () => {
  const option = (id: number, parentId: number | null) => ({ id, parentId }) as never
  const tree = [option(1, null), option(2, 1), option(3, 2), option(4, null)]
  expect([null, 1, 2, 3].map((id) => depthOf(tree, id))).toEqual([0, 1, 2, 3])
  expect(optionsOf(tree, null).map(({ id }) => id)).toEqual([1, 4])
})

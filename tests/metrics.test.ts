import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { bodyMemory } from '../src/core/http/body-memory'
import { budgets } from '../src/core/http/budgets'
import { openUploads } from '../src/core/http/open-uploads'
import { requestCounts } from '../src/core/http/request-counts'
import { LineLimit } from '../src/core/line-limit'
import { Health, healthRoutes } from '../src/health'
import { refusedByBudget, registerNumbers, registerOverview, registerRefusals } from '../src/metrics'
import { createInstallation, errorAnswer } from './installation'

test('balcao_budget_refused counts the refusals of each budget, of large forms and of uploads in progress', async () => {
  const { services } = await createInstallation({ budgets: 1 })
  const read = () => refusedByBudget(services.ports.budgets)
  const before = read()
  expect(Object.keys(before).sort()).toEqual([...Object.keys(budgets), 'forms', 'uploads'].sort())
  const request = new Request('http://localhost/')
  bodyMemory.enter(request, 1, 2 ** 20 + 1)
  expect(() => bodyMemory.enter(new Request('http://localhost/'), 1, 64 * 2 ** 20)).toThrow('ERR_BUDGET')
  bodyMemory.leave(request)
  const { promise, resolve } = Promise.withResolvers<void>()
  const runs = Array.from({ length: 11 }, () => openUploads.run({ companyId: 1, userId: 1 }, () => promise))
  resolve()
  expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual([
    ...Array(10).fill('fulfilled'),
    'rejected',
  ])
  for (let n = 0; n <= budgets.linkPreview.company[0]; n++) services.ports.budgets.trySpend('linkPreview', 1)
  expect(read()).toEqual({
    ...before,
    forms: Number(before.forms) + 1,
    uploads: Number(before.uploads) + 1,
    linkPreview: Number(before.linkPreview) + 1,
  })
})

test('balcao_rate_limit_refused counts the responses with ERR_RATE_LIMIT by route', async () => {
  const { app, services, clientWithHeaders } = await createInstallation({ clock: () => 0, budgets: 1 })
  const health = new Health()
  registerRefusals(health.gauges, services.ports.budgets)
  const metrics = new Elysia().use(healthRoutes(health))
  const readSamples = async () => {
    const text = await (await metrics.handle(new Request('http://localhost/metrics'))).text()
    const samples = text.matchAll(/^balcao_rate_limit_refused\{route="(.*)"\} (\d+)$/gm)
    return new Map([...samples].map(([, route, count]) => [route, Number(count)]))
  }
  const before = await readSamples()
  const addedBy = async (route: string) => ((await readSamples()).get(route) ?? 0) - (before.get(route) ?? 0)
  const guess = (n: number) =>
    clientWithHeaders().resetpasswords.post({ email: `p${n}@acme.test`, token: 'AAAAAAAA', password: 'Nove violas 9' })
  for (let n = 0; n < 20; n++) await guess(n)
  expect(await addedBy('/api/resetpasswords')).toBe(0)
  for (const n of [20, 21]) expect(await guess(n)).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT'))
  const inAddress = '/api/resetpasswords/p22@acme.test/AAAAAAAA/Nove%20violas%209'
  expect((await app.handle(new Request(`http://localhost${inAddress}`, { method: 'POST' }))).status).toBe(429)
  expect(await addedBy('/api/resetpasswords')).toBe(2)
  expect(await addedBy('/api/resetpasswords/:email/:token/:password')).toBe(1)
  expect([...(await readSamples()).keys()].join()).not.toContain('p22')
})

test('figures of the overview count numbers, parked jobs and failing receivers, without names of companies', async () => {
  const { platform, insertConnection, acme } = await createInstallation()
  const { id: whatsappId } = await insertConnection()
  await acme.transaction(async (tx) => {
    const outage = { whatsappId, reason: 'loggedOut', startedAt: '2026-01-01T00:00:00.000Z', endedAt: null } as const
    await tx.insert('connection_outages', { ...outage, announced: 1 }).execute()
    const receiver = { source: 'webhook', sourceId: 1, failingSince: '2026-01-01T00:00:00.000Z' } as const
    await tx.insert('delivery_receivers', { ...receiver, failures: 3, pausedUntil: null }).execute()
    const now = new Date().toISOString()
    const job = { name: 'flow.call', payload: '{}', lane: null, waitsFor: null, lockedAt: null, lastError: null }
    await tx.insert('jobs', { ...job, state: 'failed', runAt: now, failedAt: now }).execute()
  })
  const health = new Health()
  registerOverview(health.gauges, platform)
  const metrics = new Elysia().use(healthRoutes(health))
  const text = await (await metrics.handle(new Request('http://localhost/metrics'))).text()
  expect(text).toContain('balcao_numbers{status="connected"} 1')
  expect(text).toContain('balcao_numbers_in_trouble{kind="down"} 1')
  expect(text).toContain('balcao_numbers_in_trouble{kind="quota"} 0')
  expect(text).toContain('balcao_jobs_parked{job="flow.call"} 1')
  expect(text).toContain('balcao_receivers_failing{source="webhook"} 1')
  expect(text).not.toContain('acme')
})

test('figures of single numbers name connections by id, and count the messages that wait for each', async () => {
  const { platform, insertConnection, acme } = await createInstallation()
  const [up, down, off] = [await insertConnection(), await insertConnection(), await insertConnection()]
  await acme.transaction(async (tx) => {
    await tx.update('connections').set({ reason: null }).where('id', '=', up.id).execute()
    await tx
      .update('connections')
      .set({ status: 'DISCONNECTED', reason: 'loggedOut' })
      .where('id', '=', down.id)
      .execute()
    const stopped = { status: 'DISCONNECTED', reason: 'stoppedByUser' } as const
    await tx.update('connections').set(stopped).where('id', '=', off.id).execute()
    const job = { name: 'message.deliver', payload: '{}', lane: null, lockedAt: null, lastError: null, failedAt: null }
    const of = (id: number) => ({ ...job, groupKey: `wa:${id}`, runAt: new Date().toISOString() })
    await tx.insert('jobs', { ...of(up.id), state: 'ready', waitsFor: null }).execute()
    for (let n = 0; n < 2; n++)
      await tx.insert('jobs', { ...of(down.id), state: 'waiting', waitsFor: `wa:${down.id}` }).execute()
  })
  const health = new Health()
  registerNumbers(health.gauges, platform)
  const metrics = new Elysia().use(healthRoutes(health))
  const text = await (await metrics.handle(new Request('http://localhost/metrics'))).text()
  expect(text).toContain(`balcao_number_up{connection="${up.id}"} 1`)
  expect(text).toContain(`balcao_number_up{connection="${down.id}"} 0`)
  expect(text).toContain(`balcao_outbox_messages{connection="${up.id}"} 1`)
  expect(text).toContain(`balcao_outbox_messages{connection="${down.id}"} 2`)
  expect(text).not.toContain(`balcao_number_up{connection="${off.id}"}`)
  expect(text).toContain('balcao_campaigns{state="scheduled"} 0')
})

test('requests are counted by the first word of a known route, others as pages', () => {
  requestCounts.nameClasses([{ path: '/api/tickets/:id' }, { path: '/healthz' }, { path: '/*' }])
  const before = requestCounts.read()
  const added = (key: string) => (requestCounts.read()[key] ?? 0) - (before[key] ?? 0)
  for (const [path, status] of [
    ['/api/tickets/7?x=1', 200],
    ['/api/secret-7', 404],
    ['/healthz', 200],
    ['/', 0],
  ] as const)
    requestCounts.count(`http://localhost:3000${path}`, status, 5)
  expect(['tickets 2xx', 'page 4xx', 'healthz 2xx', 'page none'].map(added)).toEqual([1, 1, 1, 1])
})

test('lines that strangers cause are written up to a number each minute, and the next one counts those left out', () => {
  let now = 0
  const lines: number[] = []
  const limit = new LineLimit(2, () => now)
  const use = () => limit.use((dropped) => lines.push(dropped))
  for (let n = 0; n < 5; n++) use()
  now = 60_000
  use()
  expect(lines).toEqual([0, 0, 3])
})

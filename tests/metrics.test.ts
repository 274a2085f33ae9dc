import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { bodyMemory } from '../src/core/http/body-memory'
import { budgets } from '../src/core/http/budgets'
import { openUploads } from '../src/core/http/open-uploads'
import { Health, healthRoutes } from '../src/health'
import { refusedByBudget, registerRefusals } from '../src/metrics'
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

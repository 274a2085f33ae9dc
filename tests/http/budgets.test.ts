import { expect, test } from 'bun:test'
import { budgetOf, budgets, CostBudgets } from '../../src/core/http/budgets'
import { routeTable } from '../../src/core/http/route-table'
import { createInstallation, errorAnswer } from '../installation'

const stoppedClock = () => 0

/** Requests that each budget counts; the test fails for a budget without one. */
const counted: Record<string, string[]> = {
  search: [
    'GET /api/search?q=ana',
    'GET /api/contacts?pageNumber=1&searchParam=ana',
    'GET /api/tickets?searchParam=ana&status=open',
    'GET /api/messages/7/search?q=ana',
    'GET /api/contact-list-items?contactListId=1&searchParam=ana',
    'GET /api/schedules?searchParam=ana',
    'GET /api/opt-outs?searchParam=ana&source=import',
    'GET /api/quick-messages?searchParam=ana',
    'GET /api/audit?entity=queue&cursor=7',
    'GET /api/audit/choices',
  ],
  report: ['GET /api/dashboard?dateFrom=2026-01-01', 'GET /api/dashboard/ticketsUsers', 'GET /api/campaigns/7/report'],
  export: [
    'POST /api/exports',
    'POST /api/contacts/7/data',
    'POST /api/companies/7/exports',
    'GET /api/contacts/export',
    'GET /api/campaigns/7/export',
    'GET /api/dashboard/ratings?dateFrom=2026-01-01',
    'GET /api/contact-list-imports/7/errors',
    'GET /api/contacts/imports/7/errors',
    'GET /api/flowbuilder/flow/7/export',
    'GET /api/audit/export?entity=queue',
  ],
  import: [
    'POST /api/contacts/imports',
    'POST /api/contacts/import',
    'POST /api/contacts/upload',
    'POST /api/contact-lists/7/upload',
    'POST /api/contact-lists/from',
    'POST /api/flowbuilder/import',
    'POST /api/opt-outs/import',
    'POST /api/companies/import?planId=1',
  ],
  upload: [
    'PUT /api/messages/7/upload?fileName=a.png',
    'POST /api/campaigns/7/media-upload',
    'POST /api/flowbuilder/img',
    'POST /api/files/uploadList/7',
  ],
  preview: [
    'POST /api/campaigns/preview',
    'POST /api/campaigns/estimate',
    'PUT /api/contacts/imports/7/preview',
    'PUT /api/contact-list-imports/7/preview',
  ],
  trial: [
    'POST /api/flowbuilder/flow/7/try/request',
    'POST /api/flowbuilder/flow/7/try/fields',
    'POST /api/flowbuilder/flow/7/replays',
    'POST /api/flowbuilder/flow/7/cases/check',
    'POST /api/flowbuilder/flow/7/publish',
    'POST /api/prompt/test',
    'POST /api/prompt/test-voice',
    'POST /api/queueIntegration/testSession',
    'POST /api/webhooks/7/test',
    'POST /api/campaigns/7/test',
  ],
  account: ['POST /api/users', 'PUT /api/users/7'],
}
/** Other spellings that reach the same routes. */
const respelled: Record<string, string[]> = {
  search: [
    'GET /api/messages/7.0/search/?q=ana',
    'GET /api/search/?q=ana',
    'GET /api/contacts/?searchParam=ana',
    'GET /api/audit/',
  ],
  export: ['POST /api/exports/', 'GET /api/campaigns/%37/export'],
  account: ['POST /api/users/', 'PUT /api/users/0x7'],
}
const uncounted = [
  'GET /api/tickets?pageNumber=1&searchParam=',
  'GET /api/contacts?pageNumber=1',
  'GET /api/exports',
  'GET /api/schedules?dateStart=2026-01-01',
  'POST /api/messages/7',
  'GET /api/users',
  'POST /api/prompt',
  'POST /api/queueIntegration',
  'GET /api/search-of-another-kind?q=1',
]

test('each budget of routes counts its requests, and no other request is counted', () => {
  const names = Object.entries(budgets).flatMap(([name, budget]) => ('routes' in budget ? [name] : []))
  expect(Object.keys(counted).sort()).toEqual(names.sort())
  for (const [name, requests] of [...Object.entries(counted), ...Object.entries(respelled)])
    for (const request of requests) expect([request, budgetOf(request)]).toEqual([request, name as never])
  for (const request of uncounted) expect([request, budgetOf(request)]).toEqual([request, undefined])
})

test('every counted request has a route', async () => {
  const { app } = await createInstallation()
  const patterns = routeTable(app).map(
    ({ method, path }) => new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`),
  )
  const requests = Object.values(counted).flat()
  expect(requests.filter((request) => !patterns.some((pattern) => pattern.test(request)))).toEqual([])
})

test('a search beyond the budget of a person answers 429 with Retry-After; colleagues and other companies search on', async () => {
  const { app, tokenOf } = await createInstallation({ clock: stoppedClock, budgets: 1 })
  const search = async (person: Parameters<typeof tokenOf>[0]) => {
    const headers = { authorization: `Bearer ${await tokenOf(person)}` }
    return app.handle(new Request('http://localhost/api/search?q=ana', { headers }))
  }
  const [most] = budgets.search.person
  for (let n = 0; n < most; n++) expect((await search('ana')).status).toBe(200)
  const refused = await search('ana')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toEqual({ error: 'ERR_BUDGET', budget: 'search', retryAfter: 1 })
  expect((await search('bob')).status).toBe(200)
  expect((await search('rui')).status).toBe(200)
})

test('pages of the audit log beyond the budget of a person answer 429, and other pages load on', async () => {
  const { clientAs } = await createInstallation({ clock: stoppedClock, budgets: 0.1 })
  const filter = (n: number) => clientAs('ana').audit.get({ query: { entity: 'queue', pageNumber: n } })
  const most = budgets.search.person[0] / 10
  for (let n = 1; n < most; n++) expect((await filter(n)).status).toBe(200)
  expect((await clientAs('ana').audit.choices.get()).status).toBe(200)
  expect(await filter(most)).toMatchObject(errorAnswer(429, 'ERR_BUDGET', { budget: 'search', retryAfter: 5 }))
  expect((await clientAs('ana').tickets.get({ query: {} })).status).toBe(200)
})

test('another spelling of an address does not go around a budget', async () => {
  const { app, tokenOf } = await createInstallation({ clock: stoppedClock, budgets: 0.2 })
  const authorization = `Bearer ${await tokenOf('ana')}`
  const { id } = (await (
    await app.handle(
      new Request('http://localhost/api/flowbuilder', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Conversa' }),
      }),
    )
  ).json()) as { id: number }
  const spellings = [
    ['search?q=ana', 'search/?q=ana', 'contacts/?searchParam=ana', 'contacts?search%50aram=ana'],
    ['contacts/export', 'contacts/export/', `flowbuilder/flow/%3${id}/export`, `flowbuilder/flow/${id}.0/export/`],
  ]
  for (const group of spellings) {
    const ask = async (path: string, method = 'GET') =>
      (await app.handle(new Request(`http://localhost/api/${path}`, { method, headers: { authorization } }))).status
    for (const path of group) expect([path, await ask(path)]).toEqual([path, 200])
    for (let n = 0; n < 25; n++) await ask(group[0] as string)
    for (const path of group) expect([path, await ask(path), await ask(path, 'HEAD')]).toEqual([path, 429, 429])
  }
})

test('a request beyond its budget is refused before its body is read', async () => {
  const { app, tokenOf } = await createInstallation({ clock: stoppedClock, budgets: 0.1 })
  const authorization = `Bearer ${await tokenOf('ana')}`
  const create = () =>
    app.handle(
      new Request('http://localhost/api/users', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: 'not JSON',
      }),
    )
  const statuses: number[] = []
  for (let n = 0; n < 7; n++) statuses.push((await create()).status)
  expect(statuses).toEqual([...Array(6).fill(400), 429])
})

test('people of one company share its budget, which another company does not', () => {
  const shared = new CostBudgets(1, stoppedClock)
  const [perPerson, perCompany] = [budgets.export.person[0], budgets.export.company[0]]
  for (let userId = 1; userId <= perCompany / perPerson; userId++)
    for (let n = 0; n < perPerson; n++) shared.spend('export', { companyId: 1, userId })
  expect(() => shared.spend('export', { companyId: 1, userId: 99 })).toThrow('ERR_BUDGET')
  shared.spend('export', { companyId: 2, userId: 100 })
  expect(shared.refused).toMatchObject({ export: 1, search: 0 })
})

test('a request beyond the budget of the company uses nothing of the budget of the person', () => {
  let now = 0
  const shared = new CostBudgets(0.1, () => now)
  for (let userId = 1; userId <= 3; userId++)
    for (let n = 0; n < 3; n++) shared.spend('export', { companyId: 1, userId })
  for (let n = 0; n < 5; n++) expect(() => shared.spend('export', { companyId: 1, userId: 4 })).toThrow('ERR_BUDGET')
  now += 3 * 67_000 // a third of the company's budget
  for (let n = 0; n < 3; n++) shared.spend('export', { companyId: 1, userId: 4 })
})

import { expect, test } from 'bun:test'
import type { RouteEntry } from '../../../src/core/http/route-table'
import { insertCampaign, insertRecipient } from '../../campaign-rows'
import { createInstallationWithTargets } from '../access/installation'
import { httpRoutes, routeKey } from '../access/table'

/** Campaigns of another company: no id, page, filter or search of the own company reaches them. */

const installation = await createInstallationWithTargets()
const { acme, rival } = installation
/** Text in every row of the rival. */
const secret = 'segredo-da-vizinha'
const rows = 130

/** Inserts campaigns of both companies in turns, so that their rows have neighbouring ids. */
async function insertCampaigns() {
  const own = await insertCampaign(acme, { name: 'Nossa', status: 'CANCELADA' })
  const foreign = await insertCampaign(rival, { name: secret, status: 'CANCELADA' })
  for (let n = 0; n < rows; n++) {
    const number = `55119${String(70_000_000 + n)}`
    await insertRecipient(acme, { campaignId: own, number, name: `Pessoa ${n}` })
    await insertRecipient(rival, { campaignId: foreign, number, name: secret })
  }
  return { own, foreign }
}
const { own, foreign } = await insertCampaigns()
const missing = 999_999

const queries = [
  '',
  ...['pageNumber=1', 'pageNumber=2', 'pageNumber=3', 'pageNumber=1000000'],
  ...[`searchParam=${secret}`, 'searchParam=%25', 'searchParam=55119700', `searchParam=${foreign}`],
  ...['state=sent', 'only=unanswered', 'step=0', 'step=0&state=sent&pageNumber=2&searchParam=a'],
  ...[`campaignId=${foreign}`, `id=${foreign}`, `companyId=${rival.companyId}`, `cursor=${foreign}`],
  ...[`pageNumber=2&cursor=2030-01-01T00:00:00.000Z|${foreign}`],
]

const ofCampaign = httpRoutes(installation.app).filter(({ path }) => path.startsWith('/api/campaigns/:id'))

const request = (route: RouteEntry, campaign: number, query = '') =>
  installation.sendRequest('ana', route, { ...installation.ids.own, campaign }, { query })

test.each(ofCampaign.map((route) => [routeKey(route), route] as const))(
  '%s with the id of another company answers as for an id that does not exist, and changes nothing',
  async (_, route) => {
    const before = await installation.readTablesWithoutRefusals()
    for (const query of route.method === 'GET' ? queries : ['']) {
      const [there, nowhere] = [await request(route, foreign, query), await request(route, missing, query)]
      expect([query, there.status, there.body]).toEqual([query, nowhere.status, nowhere.body])
      expect(there.status).toBeWithin(400, 423)
    }
    expect(await installation.readTablesWithoutRefusals()).toEqual(before)
  },
)

test('lists, reports and exports of an own campaign never contain rows of another company, with any query', async () => {
  const all = httpRoutes(installation.app).filter(
    ({ method, path }) => method === 'GET' && /^\/api\/campaigns/.test(path),
  )
  for (const route of all)
    for (const query of queries) {
      const { status, body } = await request(route, own, query)
      expect([routeKey(route), query, [200, 422].includes(status)]).toEqual([routeKey(route), query, true])
      expect(body).not.toContain(secret)
    }
})

test('the pages of recipients are the own rows in order, each once', async () => {
  const route = ofCampaign.find(({ path }) => path.endsWith('/recipients')) as RouteEntry
  const names: string[] = []
  for (let page = 1, hasMore = true; hasMore; page++) {
    const body = JSON.parse((await request(route, own, `pageNumber=${page}`)).body)
    expect(body.count).toBe(rows)
    names.push(...body.recipients.map(({ name }: { name: string }) => name))
    hasMore = body.hasMore
  }
  expect(names).toEqual(Array.from({ length: rows }, (_, n) => `Pessoa ${n}`))
})

import { expect, test } from 'bun:test'
import { exportDashboard } from '../../../src/features/inbox/dashboard/export'
import { getDashboard } from '../../../src/features/inbox/dashboard/service'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { countFilters } from '../../../src/features/inbox/tickets/list/filter-counts'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import { createFlowCompany, edge, node } from '../../flow-company'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'

const ad = {
  ...{ title: 'Bolos da Ana', body: 'Encomende já', link: 'https://fb.me/abc', type: 'ad', sourceId: '120210001' },
  ...{ app: 'instagram', clickId: 'ARAk', entry: 'FB_Ads', campaign: 'natal' },
}
const thumbnail = 'data:image/jpeg;base64,/9j/'

async function createDesk() {
  const installation = await createInstallation()
  const { id: whatsappId, companyId } = await installation.insertConnection()
  const receive = (number: string, detail: object | null, values = {}) =>
    receiveBatch(installation.systemScope(), { companyId, whatsappId }, [
      textMessage({ chat: personIdentity(number), detail: detail as never, ...values }),
    ])
  return { ...installation, receive }
}

test('the first ad stays with the ticket; each message has its own', async () => {
  const { receive, scopeOf, clientAs, published } = await createDesk()
  await receive('5511900000001', { ad: { ...ad, thumbnail } })
  await receive('5511900000001', { ad: { ...ad, title: 'Outro' } })
  await receive('5511900000002', null)
  const { tickets } = await listTickets(scopeOf('ana'), { status: 'pending' })
  expect(tickets.map((ticket) => ticket.ad)).toEqual([null, ad])
  const id = tickets[1]?.id ?? 0
  const { data } = await clientAs('ana').messages({ id }).get({ query: {} })
  expect(data?.messages.map(({ detail }) => detail?.ad)).toEqual([
    { ...ad, thumbnail },
    { ...ad, title: 'Outro' },
  ])
  const events = published.filter(({ entity }) => entity === 'appMessage') as { payload: { ticket: { ad: unknown } } }[]
  expect(events[0]?.payload.ticket.ad).toEqual(ad)
})

test('an ad whose content came after its placeholder is stored with the ticket', async () => {
  const { receive, scopeOf } = await createDesk()
  const waId = '3AFFFF'
  await receive('5511900000001', { kind: 'ciphertext' }, { waId, stub: true, mediaType: 'unsupported', body: '' })
  await receive('5511900000001', { ad }, { waId })
  expect((await listTickets(scopeOf('ana'), { status: 'pending' })).tickets[0]?.ad).toEqual(ad)
})

test('tickets are filtered by ad, and the filter counts them', async () => {
  const { receive, scopeOf } = await createDesk()
  await receive('5511900000001', { ad })
  await receive('5511900000002', { ad: { ...ad, sourceId: '2' } })
  await receive('5511900000003', { ad: { ...ad, title: '', campaign: '', sourceId: '77' } })
  await receive('5511900000004', null)
  const found = async (name: string) =>
    (await listTickets(scopeOf('ana'), { status: 'pending', ad: name })).tickets.length
  expect([await found('Bolos da Ana'), await found('77'), await found('nenhum')]).toEqual([2, 1, 0])
  expect((await countFilters(scopeOf('ana'), { list: 'waiting' })).ads).toEqual([
    { ad: 'Bolos da Ana', count: 2 },
    { ad: '77', count: 1 },
  ])
})

test('the dashboard counts the customers of each ad, of the queues that the viewer sees', async () => {
  const { receive, scopeOf, acme } = await createDesk()
  for (const number of ['5511900000001', '5511900000002']) await receive(number, { ad })
  await receive('5511900000003', { ad: { ...ad, title: 'Tortas', app: '' } })
  const report = await getDashboard(scopeOf('ana'), { days: 1 })
  expect(report.ads).toEqual([
    { ad: 'Bolos da Ana', app: 'instagram', link: ad.link, tickets: 2 },
    { ad: 'Tortas', app: '', link: ad.link, tickets: 1 },
  ])
  const csv = await (await exportDashboard(scopeOf('ana'), report, { table: 'ads' })).text()
  expect(csv).toContain('Anúncio;Rede;Link;Atendimentos\r\nBolos da Ana;instagram;https://fb.me/abc;2')
  await acme.transaction((tx) => tx.update('tickets').set({ queueId: 2 }).execute())
  expect((await getDashboard(scopeOf('sara'), { days: 1 })).ads).toEqual([])
})

test('flows know the ad of the ticket, and empty values without one', async () => {
  const flow = {
    nodes: [
      node('1', 'start'),
      node('say', 'end', { message: '[{{adTitle}}|{{adSource}}|{{adClickId}}|{{adLink}}]', closes: false }),
    ],
    connections: [edge('1', 'say')],
  }
  const { write, acme } = await createFlowCompany(flow)
  expect(await write('quero comprar')).toEqual(['[|||]'])
  await acme.transaction((tx) =>
    tx
      .update('tickets')
      .set({ ad: JSON.stringify(ad), adName: ad.title, adAt: new Date().toISOString() })
      .execute(),
  )
  expect(await write('quero comprar')).toEqual(['[Bolos da Ana|instagram|ARAk|https://fb.me/abc]'])
})

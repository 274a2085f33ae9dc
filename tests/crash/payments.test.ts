import { afterEach, expect, test } from 'bun:test'
import { FakeMercadoPago } from '../payments/fake-mercado-pago'
import type { NoticeCall } from '../payments/stand-in'
import { sizeOf } from '../size'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { createSeededRandom, type SeededRandom } from './seeded-random'

const kills = sizeOf({ everyday: 4, full: 30 })
const payer = {
  ...{ firstName: 'Ana', lastName: 'Souza', document: '52998224725', address: 'Rua das Flores, 10' },
  ...{ city: 'São Paulo', state: 'SP', zipcode: '01310100', country: 'Brasil' },
}

let deployment: Deployment | undefined
const service = await new FakeMercadoPago().start()
afterEach(async () => {
  service.stop()
  await deployment?.close()
})

interface Invoice {
  id: number
  status: string
  dueDate: string
}

test('notifications that are repeated, shuffled and forged under kills settle each paid invoice once, and no other', async () => {
  const random = createSeededRandom('payments')
  deployment = await Deployment.open()
  const made = deployment
  await made.send('PUT', '/payments/config', service.settings())
  for (let n = 0; n < kills; n++) {
    const { invoice, txid } = await charge(made)
    service.pay(txid)
    const notices = [...service.forgeries(txid), ...Array.from({ length: 5 }, () => service.notice(txid))]
    const calls = shuffled(random, notices).map((notice) => tell(made, notice))
    const told = Promise.allSettled(calls)
    // Counted from the first call that was taken, so that kills meet the check and the settling on slow machines too.
    await Promise.race(calls.map((call) => call.then<unknown>((status) => status === 200 || told)))
    await Bun.sleep(random.between(0, 80))
    await made.stop('SIGKILL')
    await told
    made.start()
    await made.logIn()
    await until('the invoice is paid', async () => {
      await tell(made, service.notice(txid)) // Mercado Pago repeats a call until it is answered
      return (await made.get<Invoice>(`/invoices/${invoice.id}`)).status === 'paid'
    })
  }
  const unpaid = await charge(made)
  for (const notice of [service.notice(unpaid.txid), ...service.forgeries(unpaid.txid)]) await tell(made, notice)
  await made.stop('SIGTERM')
  const sqlite = openDatabaseReadonly(made)
  const all = <T>(words: string) => sqlite.query(words).all() as T[]
  const invoices = all<Invoice>('select id, status, dueDate from invoices order by id')
  const settled = all<{ entityId: number }>("select entityId from audit_log where action = 'pay' order by entityId")
  const [company] = all<{ dueDate: string }>('select dueDate from companies order by id limit 1')
  sqlite.close()
  const paid = invoices.filter(({ status }) => status === 'paid').map(({ id }) => id)
  process.stderr.write(`${JSON.stringify({ kills: made.kills, paid: paid.length, invoices: invoices.length })}\n`)
  expect(paid).toHaveLength(kills)
  expect(settled.map(({ entityId }) => Number(entityId))).toEqual(paid)
  expect(invoices.at(-1)).toEqual({ ...unpaid.invoice, status: 'open', dueDate: `${company?.dueDate}`.slice(0, 10) })
}, 1_800_000)

/** Makes the invoice of the current period and its charge. */
async function charge(made: Deployment) {
  const { id, status, dueDate } = await made.send<Invoice>('POST', '/invoices')
  const { txid } = await made.send<{ txid: string }>('POST', '/subscription', { ...payer, invoiceId: id })
  return { invoice: { id, status, dueDate }, txid }
}

/** Calls the webhook of a server that may be down. */
const tell = (made: Deployment, { path, headers, body }: NoticeCall) =>
  fetch(`${made.url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    ({ status }) => status,
    () => 0,
  )

function shuffled<T>(random: SeededRandom, list: T[]): T[] {
  return list
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

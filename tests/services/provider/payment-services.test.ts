import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { CompanyId } from '../../../src/core/storage/schema'
import { addDays, dayIn, usualZone } from '../../../src/core/time'
import { createDueInvoices } from '../../../src/features/provider/invoices/create-due'
import { overviewSections } from '../../../src/features/provider/morning/mail/sections'
import { overviewTexts } from '../../../src/features/provider/morning/mail/texts'
import type { Morning } from '../../../src/features/provider/morning/model'
import { readConfig } from '../../../src/features/provider/payments/config'
import { reconcileAll, reconcileOld } from '../../../src/features/provider/payments/jobs'
import { addMonths } from '../../../src/shared/recurrence'
import { companies, createInstallation, errorAnswer } from '../../installation'
import { FakeAsaas } from '../../payments/fake-asaas'
import { FakeMercadoPago } from '../../payments/fake-mercado-pago'
import type { NoticeCall, PaymentStandIn } from '../../payments/stand-in'
import { sizeOf } from '../../size'

/** Payment services behind one interface: each is asked before anything is settled, and settles an invoice once. */

/** Due date of the invoices: no day that begins while the tests run is after it. */
const due = addDays(dayIn(usualZone), 2)
const payer = {
  ...{ firstName: 'Ana', lastName: 'Souza', document: '52998224725', address: 'Rua das Flores, 10' },
  ...{ city: 'São Paulo', state: 'SP', zipcode: '01310100', country: 'Brasil' },
}
const people = { ana: companies.acme, rui: companies.rival } as Record<'ana' | 'rui', CompanyId>
type Person = keyof typeof people

let w: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  w = await createInstallation()
})

const dueDate = async (person: Person) => {
  const company = w.platform.db.selectFrom('companies').select('dueDate').where('id', '=', people[person])
  return (await company.executeTakeFirstOrThrow()).dueDate
}
const statusOf = async (person: Person) =>
  (await w.platform.tenant(people[person]).select('invoices').select('status').executeTakeFirst())?.status
const verdicts = async () =>
  (await w.platform.db.selectFrom('webhook_log').select('verdict').orderBy('id').execute()).map(
    ({ verdict }) => verdict,
  )
const call = async ({ path, headers, body }: NoticeCall) => {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
  const answer = await w.app.handle(new Request(`http://localhost${path}`, { ...init, body: JSON.stringify(body) }))
  await w.jobs.settle()
  return answer.status
}

async function setUp(service: PaymentStandIn) {
  const root = w.clientAs('root').payments
  expect((await root.config.put(service.settings())).status).toBe(200)
  if (service.name === 'asaas') expect((await root.webhook.post()).status).toBe(200)
}

/** Switches to Pix with confirmation by hand. */
async function takeOver() {
  const manual = {
    provider: 'pix-manual',
    pixKey: 'pix@provedor.test',
    pixName: 'Provedor',
    pixCity: 'Campinas',
  } as const
  const blank = { environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '' } as const
  const input = { ...manual, ...blank, passphrase: '', authority: '', cardAccount: '' }
  expect((await w.clientAs('root').payments.config.put(input)).status).toBe(200)
}

/** Creates an invoice that is due soon, and its charge. */
async function charge(person: Person = 'ana') {
  await w.store.write(({ kysely }) =>
    kysely
      .updateTable('companies')
      .set({ dueDate: due, recurrence: 'MENSAL' })
      .where('id', '=', people[person])
      .execute(),
  )
  const invoiceId = (await w.clientAs(person).invoices.post()).data?.id ?? 0
  return { invoiceId, answer: await w.clientAs(person).subscription.post({ ...payer, invoiceId }) }
}

describe.each([
  ['asaas', () => new FakeAsaas()],
  ['mercado-pago', () => new FakeMercadoPago()],
] as const)('%s', (name, make: () => PaymentStandIn) => {
  let service: PaymentStandIn
  beforeEach(async () => {
    service = await make().start()
    await setUp(service)
  })
  afterEach(() => service.stop())

  test('a genuine notification makes the server ask, and the payment takes effect once', async () => {
    const { answer, invoiceId } = await charge()
    expect(answer.data).toMatchObject({ invoiceId, manual: false, valor: { original: '30.00' } })
    expect(answer.data?.qrcode.qrcode).toContain('540530.00')
    expect(answer.data?.payUrl).toMatch(name === 'asaas' ? /^https:/ : /^$/)
    const txid = answer.data?.txid as string
    expect(await call(service.notice(txid))).toBe(200) // not paid yet
    service.pay(txid)
    for (let again = 0; again < 3; again++) expect(await call(service.notice(txid))).toBe(200)
    await Promise.all([reconcileAll(w.platform), reconcileOld(w.platform)])
    expect([await dueDate('ana'), await statusOf('ana')]).toEqual([addMonths(due, 1), 'paid'])
    expect(await verdicts()).toEqual(['heard', 'heard', 'paid', 'repeated', 'repeated'])
    expect(() => service.pay(txid)).toThrow('code refused')
  })

  test('a forged notification is refused and changes nothing, even when the money has arrived', async () => {
    const txid = (await charge()).answer.data?.txid as string
    service.pay(txid)
    for (const forged of service.forgeries(txid)) expect(await call(forged)).toBe(403)
    expect([await dueDate('ana'), await statusOf('ana'), await verdicts()]).toEqual([due, 'open', ['forged']])
  })

  test('a payment that was given back in part or whole, or whose code expired, renews nothing', async () => {
    const txid = (await charge()).answer.data?.txid as string
    service.pay(txid)
    service.refund(txid, 1000)
    expect(await call(service.notice(txid))).toBe(200)
    service.refund(txid, 2000)
    expect(await call(service.notice(txid))).toBe(200)
    expect([await dueDate('ana'), await statusOf('ana')]).toEqual([due, 'open'])
    expect((await verdicts()).slice(0, 2)).toEqual(['heard', 'otherAmount'])
    const second = (await charge('rui')).answer.data?.txid as string
    service.expire(second)
    expect(() => service.pay(second)).toThrow('code refused')
    expect(await call(service.notice(second))).toBe(200)
    expect(await statusOf('rui')).toBe('open')
  })

  test('a charge whose answer was lost is found by its reference, and the next try goes on with it', async () => {
    service.losesAnswerTo = name === 'asaas' ? 'POST /v3/payments' : 'POST /v1/payments'
    const { answer, invoiceId } = await charge()
    expect(answer).toMatchObject(errorAnswer(503, 'ERR_PAYMENT_SERVICE'))
    const again = await w.clientAs('ana').subscription.post({ ...payer, invoiceId })
    expect(again.data?.qrcode.qrcode).toContain('540530.00')
    expect(service.references()).toEqual([`${again.data?.txid}`])
    service.pay(`${again.data?.txid}`)
    await reconcileAll(w.platform)
    expect(await dueDate('ana')).toBe(addMonths(due, 1))
  })

  test('codes that are out when another way to be paid takes over are still heard, asked about and settled', async () => {
    const { answer, invoiceId } = await charge()
    const txid = `${answer.data?.txid}`
    const other = (await charge('rui')).answer.data?.txid as string
    await takeOver()
    expect(JSON.stringify((await w.clientAs('root').payments.config.get()).data)).not.toContain(service.address)
    for (const forged of service.forgeries(txid)) expect(await call(forged)).toBe(403)
    service.pay(txid)
    expect(await call(service.notice(txid))).toBe(200)
    expect([await statusOf('ana'), await verdicts()]).toEqual(['paid', ['forged', 'heard', 'paid']])
    service.pay(other)
    await reconcileAll(w.platform)
    expect([invoiceId > 0, await statusOf('rui')]).toEqual([true, 'paid'])
  })

  test('a second payment of an invoice is found by asking, and its money is to be given back', async () => {
    const { answer, invoiceId } = await charge()
    await takeOver()
    expect((await w.clientAs('ana').subscription.post({ ...payer, invoiceId })).data?.manual).toBe(true)
    expect((await w.clientAs('root').invoices({ id: invoiceId }).confirm.post({ value: 3000 })).status).toBe(200)
    await reconcileOld(w.platform)
    expect(await verdicts()).toEqual([])
    service.pay(`${answer.data?.txid}`)
    for (let again = 0; again < 2; again++) await reconcileOld(w.platform)
    expect([await verdicts(), await dueDate('ana')]).toEqual([['late'], addMonths(due, 1)])
  })

  test('a code of a former price that is paid late is found by asking, although its notification was lost', async () => {
    const { answer, invoiceId } = await charge()
    const txid = `${answer.data?.txid}`
    expect((await w.clientAs('root').invoices({ id: invoiceId }).put({ value: 4500 })).status).toBe(200)
    await reconcileOld(w.platform)
    expect(await verdicts()).toEqual([])
    service.pay(txid)
    for (let again = 0; again < 2; again++) await reconcileOld(w.platform)
    expect([await verdicts(), await statusOf('ana'), await dueDate('ana')]).toEqual([['otherAmount'], 'open', due])
    const root = w.clientAs('root').morning
    const { data: morning } = await root.get()
    expect(morning?.amounts).toMatchObject({
      count: 1,
      rows: [{ company: 'acme', invoiceId, amount: 3000, value: 4500 }],
    })
    expect(overviewSections(morning as Morning, overviewTexts.pt, 'UTC')).toContainEqual({
      ...{ title: 'Pagamentos de outro valor', isProblem: true, hidden: 0 },
      lines: [
        {
          company: 'acme',
          text: expect.stringMatching(/^pagamento pelo código de R\$ 30,00 em .+, mas a fatura é de R\$ 45,00: /),
          path: `/settings?tab=companies&renew=${companies.acme}`,
        },
      ],
    })
    const { data: table } = await root.companies.get({ query: { attention: true } })
    expect(table?.companies.map(({ name, problems }) => [name, problems])).toEqual([['acme', ['amount']]])
    // The provider accepts the amount: the money that has arrived settles it.
    expect((await w.clientAs('root').invoices({ id: invoiceId }).put({ value: 3000 })).status).toBe(200)
    await reconcileOld(w.platform)
    expect([await statusOf('ana'), await dueDate('ana')]).toEqual(['paid', addMonths(due, 1)])
    expect((await root.get()).data?.amounts.count).toBe(0)
  })

  test('an invoice whose date moved is kept while a code of a former price can be paid, and no longer', async () => {
    const { answer, invoiceId } = await charge()
    expect((await w.clientAs('root').invoices({ id: invoiceId }).put({ value: 4500 })).status).toBe(200)
    await w.store.write(({ kysely }) =>
      kysely
        .updateTable('companies')
        .set({ dueDate: addMonths(due, 1) })
        .where('id', '=', people.ana)
        .execute(),
    )
    await createDueInvoices(w.platform)
    expect(await statusOf('ana')).toBe('open')
    service.expire(`${answer.data?.txid}`)
    await reconcileOld(w.platform)
    const dayAgo = new Date(Date.now() - 86_400_000).toISOString()
    const ended = () => w.platform.tenant(people.ana).select('charges').select('expiresAt').executeTakeFirst()
    // Asaas calls a payment behind its date overdue, and takes it still.
    if (name === 'mercado-pago') expect(Date.parse((await ended())?.expiresAt ?? '')).toBeLessThanOrEqual(Date.now())
    await w.acme.transaction((tx) => tx.update('charges').set({ expiresAt: dayAgo }).execute())
    await createDueInvoices(w.platform)
    expect(await statusOf('ana')).toBeUndefined()
  })

  test('money that goes back after the invoice was paid is told, and the invoice stays paid', async () => {
    const txid = `${(await charge()).answer.data?.txid}`
    service.pay(txid)
    await call(service.notice(txid))
    service.refund(txid, 3000)
    for (let again = 0; again < 2; again++) expect(await call(service.notice(txid))).toBe(200)
    expect(await verdicts()).toEqual(['heard', 'paid', 'repeated', 'givenBack', 'repeated'])
    expect([await dueDate('ana'), await statusOf('ana')]).toEqual([addMonths(due, 1), 'paid'])
  })

  test('wrong credentials are reported; secrets are masked and kept for their service only', async () => {
    const { payments } = w.clientAs('root')
    expect((await payments.test.post()).status).toBe(200)
    const shown = (await payments.config.get()).data
    expect(shown?.accessToken).toBe(`••••${service.settings().accessToken?.slice(-4)}`)
    expect(shown?.webhookUrl).toBe(`http://localhost:3000/api/subscription/webhook/${name}`)
    expect(JSON.stringify(shown)).not.toContain(`${service.settings().accessToken}`)
    const blank = { ...service.settings(), accessToken: '', signingSecret: '' }
    expect((await payments.config.put(blank)).status).toBe(200)
    const fields = name === 'asaas' ? ['accessToken', 'signingSecret'] : ['accessToken']
    const other = name === 'asaas' ? 'mercado-pago' : 'asaas'
    expect(await payments.config.put({ ...blank, provider: other })).toMatchObject(
      errorAnswer(422, 'ERR_VALIDATION', { fields }),
    )
    expect((await payments.config.put({ ...blank, accessToken: 'wrong' })).status).toBe(200)
    expect(await payments.test.post()).toMatchObject(errorAnswer(503, 'ERR_PAYMENT_SERVICE'))
  })

  test('notifications repeated, shuffled and forged settle each invoice once, and none without payment', async () => {
    const step = fc.record({
      person: fc.constantFrom<Person>('ana', 'rui'),
      what: fc.constantFrom('charge', 'charge', 'pay', 'notice', 'notice', 'forge', 'refund', 'reconcile', 'other'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
        w = await createInstallation()
        await setUp(service)
        expect(await play(service, steps)).toEqual([])
      }),
      { numRuns: sizeOf({ everyday: 8, full: 200 }) },
    )
  }, 600_000)
})

interface Step {
  person: Person
  what: string
}

/** Plays the steps and returns each company whose invoice or licence is not what the payments say. */
async function play(service: PaymentStandIn, steps: Step[]): Promise<string[]> {
  const payers = { ana: new Payer('ana', service), rui: new Payer('rui', service) }
  for (const { person, what } of steps) {
    if (what === 'reconcile') await reconcileAll(w.platform)
    for (const payer of what === 'reconcile' ? Object.values(payers) : []) payer.hear()
    await payers[person].step(what)
  }
  const found = await Promise.all(Object.values(payers).map((payer) => payer.difference()))
  return found.filter((difference) => difference !== null)
}

/** One company's invoice: what was paid for it, and whether the server has had a reason to ask since. */
class Payer {
  private txid = ''
  private cents = 0
  private isSettled = false
  constructor(
    private readonly person: Person,
    private readonly service: PaymentStandIn,
  ) {}

  hear() {
    if (this.txid !== '' && this.cents === 3000) this.isSettled = true
  }

  async step(what: string) {
    if (what === 'charge' && this.txid === '') this.txid = (await charge(this.person)).answer.data?.txid ?? ''
    if (this.txid !== '') await this.steps[what]?.()
  }

  private readonly steps: Record<string, () => unknown> = {
    pay: () => {
      if (this.cents > 0) return expect(() => this.service.pay(this.txid)).toThrow('code refused')
      this.service.pay(this.txid)
      this.cents = 3000
    },
    refund: () => {
      if (this.cents < 3000) return
      this.service.refund(this.txid, 500)
      this.cents -= 500
    },
    forge: async () => {
      for (const forged of this.service.forgeries(this.txid)) expect(await call(forged)).toBe(403)
    },
    notice: async () => {
      expect(await call(this.service.notice(this.txid))).toBe(200)
      this.hear()
    },
    /** A genuine call about a charge that is none of ours. */
    other: async () => {
      const { path, ...notice } = this.service.notice(this.txid)
      await call({ ...notice, path, body: { payment: { externalReference: 'nobodys' } } })
      if (this.service.name === 'mercado-pago') this.hear() // the address names the charge
    },
  }

  async difference(): Promise<string | null> {
    if (this.txid === '') return null
    const found = [await statusOf(this.person), await dueDate(this.person)].join()
    const expected = this.isSettled ? `paid,${addMonths(due, 1)}` : `open,${due}`
    return found === expected ? null : `${this.person} ${found}`
  }
}

test('a charge at Asaas needs a document, and a second registration corrects the first', async () => {
  const service = await new FakeAsaas().start()
  await setUp(service)
  await setUp(service)
  const { webhookSecret } = await readConfig(w.ports)
  expect(service.webhooks).toMatchObject([{ authToken: webhookSecret }])
  const { invoiceId } = await charge()
  expect((await w.clientAs('ana').subscription.get()).data?.needsDocument).toBe(true)
  expect(await w.clientAs('ana').subscription.post({ ...payer, document: '', invoiceId })).toMatchObject(
    errorAnswer(422, 'ERR_VALIDATION', { fields: ['document'] }),
  )
  service.stop()
})

test('a code that Asaas does not give at once leaves one charge, and a slip paid late with interest pays it', async () => {
  const service = await new FakeAsaas().start()
  await setUp(service)
  service.losesAnswerTo = 'GET /v3/payments/pay_1/pixQrCode'
  const { answer, invoiceId } = await charge()
  expect(answer.status).toBe(503)
  expect((await w.clientAs('ana').subscription.post({ ...payer, invoiceId })).status).toBe(503)
  service.losesAnswerTo = ''
  const txid = (await w.clientAs('ana').subscription.post({ ...payer, invoiceId })).data?.txid
  expect(service.references()).toEqual([`${txid}`])
  Object.assign(service.payments[0]!, { status: 'RECEIVED', value: 31.55, originalValue: 30 })
  await reconcileAll(w.platform)
  expect([await statusOf('ana'), await verdicts()]).toEqual(['paid', ['paid']])
  service.stop()
})

test('a call of Mercado Pago by its older IPN is answered without being read, and is no forgery', async () => {
  const service = await new FakeMercadoPago().start()
  await setUp(service)
  const path = '/api/subscription/webhook/mercado-pago'
  expect(await call({ path: `${path}?topic=payment&id=1000`, headers: {}, body: {} })).toBe(200)
  expect(await verdicts()).toEqual([])
  expect(await call({ path: `${path}?topic=payment&data.id=1000`, headers: {}, body: {} })).toBe(403)
  service.stop()
})

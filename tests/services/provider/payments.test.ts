import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { dayIn, usualZone } from '../../../src/core/time'
import { createDueInvoices } from '../../../src/features/provider/invoices/create-due'
import { payByCard } from '../../../src/features/provider/payments/card'
import { checkCharge } from '../../../src/features/provider/payments/check'
import { readConfig, webhookUrl } from '../../../src/features/provider/payments/config'
import { reconcileAll } from '../../../src/features/provider/payments/jobs'
import type { PaymentConfigInput } from '../../../src/features/provider/payments/model'
import { addMonths } from '../../../src/shared/recurrence'
import { certificates } from '../../efi/certificates'
import { credentials, FakeEfi } from '../../efi/fake-efi'
import { companies, createInstallation, errorAnswer } from '../../installation'
import { nestedLists } from '../../nested-lists'
import { storedBytes } from '../../stored-rows'

const acme = companies.acme as CompanyId
const today = dayIn(usualZone)
const payer = {
  firstName: 'Ana',
  lastName: 'Souza',
  document: '52998224725',
  address: 'Rua das Flores, 10',
  city: 'São Paulo',
  state: 'SP',
  zipcode: '01310100',
  country: 'Brasil',
}
const manual: PaymentConfigInput = {
  provider: 'pix-manual',
  pixKey: 'pix@provedor.test',
  pixName: 'Provedor',
  pixCity: 'Campinas',
  environment: 'production',
  baseUrl: '',
  clientId: '',
  clientSecret: '',
  certificate: '',
  passphrase: '',
  authority: '',
  cardAccount: '',
}
const efi = await FakeEfi.start()
afterAll(() => efi.stop())
const service = (): PaymentConfigInput => ({
  ...manual,
  provider: 'efi',
  environment: 'custom',
  baseUrl: efi.address,
  ...credentials,
  certificate: certificates().p12,
  passphrase: certificates().passphrase,
  authority: certificates().authority,
})

let w: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  w = await createInstallation()
  efi.failNext = null
  efi.charges.clear()
})

const setUp = async (config = manual) => expect((await w.clientAs('root').payments.config.put(config)).status).toBe(200)
const setDue = (dueDate: string, recurrence: 'MENSAL' | 'ANUAL' = 'MENSAL') =>
  w.store.write(({ kysely }) =>
    kysely.updateTable('companies').set({ dueDate, recurrence }).where('id', '=', acme).execute(),
  )
const dueDate = async () =>
  (await w.platform.db.selectFrom('companies').select('dueDate').where('id', '=', acme).executeTakeFirstOrThrow())
    .dueDate
const invoices = () => w.acme.select('invoices').selectAll().orderBy('id').execute()
const verdicts = async () =>
  (await w.platform.db.selectFrom('webhook_log').select('verdict').orderBy('id').execute()).map(
    ({ verdict }) => verdict,
  )
/** Creates an invoice due today and its Pix charge. */
async function createPixCharge(config: PaymentConfigInput, day = today) {
  await setUp(config)
  await setDue(day)
  const invoice = (await w.clientAs('ana').invoices.post()).data!
  const { data, error } = await w.clientAs('ana').subscription.post({ ...payer, invoiceId: invoice.id })
  if (!data) throw error
  return { invoice, ...data }
}
const postWebhook = async (body: object, secret?: string) => {
  const { webhookSecret } = await readConfig(w.ports)
  const url = `http://localhost/api/subscription/webhook?hmac=${secret ?? webhookSecret}&ignorar=/pix`
  const headers = { 'content-type': 'application/json' }
  const answer = await w.app.handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
  await w.jobs.settle()
  return answer.status
}
/** Audit lines of an entity, oldest first. */
const auditLines = async (entity: string) => {
  const lines = w.platform.db.selectFrom('audit_log').select(['action', 'actorName', 'before', 'after'])
  const found = await lines.where('entity', '=', entity).orderBy('id').execute()
  return found.map(({ before, after, ...line }) => ({ ...line, before: JSON.parse(before), after: JSON.parse(after) }))
}
const paymentEvents = () => w.published.filter(({ entity }) => entity === 'payment').map(({ payload }) => payload)

test('a due date that is near gets one invoice, however often and concurrently the task runs', async () => {
  await setDue(today)
  await Promise.all([createDueInvoices(w.platform), createDueInvoices(w.platform), createDueInvoices(w.platform)])
  await createDueInvoices(w.platform)
  expect(await invoices()).toMatchObject([{ detail: 'Plano 1', value: 3000, dueDate: today, status: 'open' }])
  expect(paymentEvents()).toHaveLength(1)
})

test('a due date far away gets no invoice; the day of the provider starts at 03:00', async () => {
  const inZone = (hour: string) => Date.parse(`2026-05-01T${hour}-03:00`)
  await setDue('2026-05-20')
  await createDueInvoices(w.platform, inZone('02:30:00')) // still 30 April for the provider
  expect(await invoices()).toEqual([])
  await createDueInvoices(w.platform, inZone('03:30:00'))
  expect(await invoices()).toHaveLength(1)
})

test('a due date changed by hand deletes the open invoice unless it may be in payment', async () => {
  await setDue(today)
  await createDueInvoices(w.platform)
  await setDue(addMonths(today, 12))
  await createDueInvoices(w.platform)
  expect(await invoices()).toEqual([])
  expect(paymentEvents().map(({ action }) => action)).toEqual(['create', 'delete'])
  const { invoice } = await createPixCharge(manual)
  await setDue(addMonths(today, 12))
  await createDueInvoices(w.platform)
  expect(await invoices()).toMatchObject([{ id: invoice.id, status: 'open' }])
})

test('a company on a free plan gets no invoice, also when it asks for one', async () => {
  await w.platform.transaction(({ db }) => db.updateTable('plans').set({ value: 0 }).execute())
  await setDue(today)
  await createDueInvoices(w.platform)
  expect(await w.clientAs('ana').invoices.post()).toMatchObject(errorAnswer(404, 'ERR_NO_INVOICE_FOUND'))
  expect(await invoices()).toEqual([])
})

test('a payment before a due date in a short month keeps the day of the month agreed on', async () => {
  await setDue('2097-01-31')
  const root = w.clientAs('root')
  const payNext = async () => {
    const invoice = (await w.clientAs('ana').invoices.post()).data!
    expect((await root.invoices({ id: invoice.id }).confirm.post({ value: 3000 })).status).toBe(200)
    return dueDate()
  }
  await setUp(manual)
  expect([await payNext(), await payNext(), await payNext()]).toEqual(['2097-02-28', '2097-03-31', '2097-04-30'])
  await root.companies({ id: acme }).renew.post()
  expect(await dueDate()).toBe('2097-05-31')
})

test('manual payment: the Pix has the exact price, and the provider confirms it once', async () => {
  const charge = await createPixCharge(manual)
  expect(charge).toMatchObject({ manual: true, valor: { original: '30.00' }, expiresAt: null })
  expect(charge.qrcode.qrcode).toContain('540530.00')
  expect(await w.clientAs('ana').invoices({ id: charge.invoice.id }).confirm.post({ value: 3000 })).toMatchObject(
    errorAnswer(403, 'ERR_NO_PERMISSION'),
  )
  const confirm = () => w.clientAs('root').invoices({ id: charge.invoice.id }).confirm.post({ value: 3000 })
  expect((await confirm()).data).toMatchObject({ status: 'paid' })
  expect(await confirm()).toMatchObject(errorAnswer(409, 'ERR_INVOICE_PAID'))
  expect(await dueDate()).toBe(addMonths(today, 1))
  expect(paymentEvents().at(-1)).toMatchObject({
    action: 'CONCLUIDA',
    company: { id: acme, dueDate: addMonths(today, 1) },
  })
  const [line] = await w.acme.select('audit_log').selectAll().where('action', '=', 'pay').execute()
  expect(line).toMatchObject({ actorName: 'Root', entity: 'invoice', entityId: charge.invoice.id })
})

test('the charge has the price of the invoice whatever is sent, and a card number that is sent is dropped', async () => {
  await setUp()
  await setDue(today)
  const { id: invoiceId } = (await w.clientAs('ana').invoices.post()).data!
  const sent = {
    ...payer,
    invoiceId,
    price: 1,
    users: 99,
    nameOnCard: 'ANA',
    cardNumber: '4111111111111111',
    cvv: '123',
  }
  const { data } = await w.clientAs('ana').subscription.post(sent)
  expect(data?.valor.original).toBe('30.00')
  const dump = await storedBytes(w.store)
  expect(dump.includes('4111111111111111')).toBe(false)
})

test('a document with wrong check digits is refused with its field', async () => {
  const { invoice } = await createPixCharge(manual)
  expect(
    await w.clientAs('ana').subscription.post({ ...payer, document: '52998224724', invoiceId: invoice.id }),
  ).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: ['document'] }))
})

test("another company's invoice and an invoice without a payment method cannot be paid", async () => {
  await setDue(today)
  const { id: invoiceId } = (await w.clientAs('ana').invoices.post()).data!
  expect(await w.clientAs('rui').subscription.post({ ...payer, invoiceId })).toMatchObject(
    errorAnswer(404, 'ERR_NO_INVOICE_FOUND'),
  )
  expect(await w.clientAs('bob').subscription.post({ ...payer, invoiceId })).toMatchObject(
    errorAnswer(403, 'ERR_NO_PERMISSION'),
  )
  expect(await w.clientAs('ana').subscription.post({ ...payer, invoiceId })).toMatchObject(
    errorAnswer(503, 'ERR_PAYMENT_NOT_SET'),
  )
})

test('a webhook makes the server ask the service, and the payment takes effect once', async () => {
  const charge = await createPixCharge(service())
  expect(charge).toMatchObject({ manual: false, valor: { original: '30.00' } })
  const hint = efi.pay(charge.txid)
  expect(await postWebhook(hint)).toBe(200)
  expect(await dueDate()).toBe(addMonths(today, 1))
  for (let again = 0; again < 3; again++) expect(await postWebhook(hint)).toBe(200)
  await Promise.all([checkCharge(w.platform, charge.txid), checkCharge(w.platform, charge.txid)])
  await reconcileAll(w.platform)
  expect(await dueDate()).toBe(addMonths(today, 1))
  expect(paymentEvents().filter(({ action }) => action === 'CONCLUIDA')).toHaveLength(1)
  expect(await verdicts()).toEqual(['heard', 'paid', 'repeated', 'repeated', 'repeated'])
})

test('a valid charge is reused, also by concurrent requests', async () => {
  const charge = await createPixCharge(service())
  const ask = async () =>
    (await w.clientAs('ana').subscription.post({ ...payer, invoiceId: charge.invoice.id })).data?.txid
  expect(new Set(await Promise.all([ask(), ask(), ask()]))).toEqual(new Set([charge.txid]))
  await w.store.write(({ kysely }) =>
    kysely.updateTable('charges').set({ expiresAt: new Date().toISOString() }).execute(),
  )
  const fresh = new Set(await Promise.all([ask(), ask(), ask()]))
  expect([fresh.size, fresh.has(charge.txid)]).toEqual([1, false])
})

test('a forged, unpaid or unknown payment, or one with another amount or key, changes nothing and is logged', async () => {
  const charge = await createPixCharge(service())
  const before = await dueDate()
  const hint = { pix: [{ txid: charge.txid, valor: '30.00', endToEndId: 'E1' }] }
  expect(await postWebhook(hint, 'x'.repeat(43))).toBe(403)
  expect(await postWebhook(hint)).toBe(200) // the webhook says paid, the service says unpaid
  expect(await postWebhook({ pix: [{ txid: 'nobodys' }, null, 7] })).toBe(200)
  expect(await postWebhook({ evento: 'teste_webhook' })).toBe(200)
  efi.pay(charge.txid, { amount: '0.01' })
  expect(await postWebhook(hint)).toBe(200)
  efi.pay(charge.txid, { key: 'another@key.test' })
  expect(await postWebhook(hint)).toBe(200)
  for (let round = 0; round < 3; round++) await reconcileAll(w.platform) // finds the same and logs nothing new
  expect([await dueDate(), (await invoices())[0]?.status]).toEqual([before, 'open'])
  expect(paymentEvents().filter(({ action }) => action === 'CONCLUIDA')).toEqual([])
  expect(await verdicts()).toEqual(['forged', 'heard', 'unknown', 'test', 'heard', 'otherAmount', 'heard', 'otherKey'])
})

test('forged notifications are logged once per address, and at most sixty times an hour in all', async () => {
  await createPixCharge(service())
  const forge = (address: string) =>
    w.app.handle(
      new Request('http://localhost/api/subscription/webhook?hmac=guess', {
        method: 'POST',
        headers: { 'x-forwarded-for': address },
      }),
    )
  for (let n = 0; n < 50; n++) expect((await forge('203.0.113.7')).status).toBe(403)
  expect(await verdicts()).toEqual(['forged'])
  for (let n = 0; n < 200; n++) await forge(`198.51.100.${n}`)
  expect((await verdicts()).length).toBe(60)
})

test('a payment of an invoice already confirmed by hand is logged and does not count twice', async () => {
  const charge = await createPixCharge(service())
  await w.clientAs('root').invoices({ id: charge.invoice.id }).confirm.post({ value: 3000 })
  const until = await dueDate()
  expect(await postWebhook(efi.pay(charge.txid))).toBe(200)
  expect([await dueDate(), (await verdicts()).at(-1)]).toEqual([until, 'late'])
})

test('a charge created after a confirmation by hand counts as late', async () => {
  await setUp(service())
  await setDue(today)
  const { id: invoiceId } = (await w.clientAs('ana').invoices.post()).data!
  const slow = Promise.withResolvers<void>()
  efi.responsesHeldUntil = slow.promise
  const asking = w.clientAs('ana').subscription.post({ ...payer, invoiceId })
  while ((await w.acme.select('charges').select('id').execute()).length === 0) await Bun.sleep(1)
  await w.clientAs('root').invoices({ id: invoiceId }).confirm.post({ value: 3000 })
  slow.resolve()
  efi.responsesHeldUntil = null
  const { data } = await asking
  const until = await dueDate()
  expect(await postWebhook(efi.pay(data?.txid as string))).toBe(200)
  expect([await dueDate(), (await verdicts()).at(-1)]).toEqual([until, 'late'])
})

test('a payment settles one charge even under several numbers', async () => {
  const first = await createPixCharge(service())
  await postWebhook(efi.pay(first.txid, { e2eId: 'E-the-same' }))
  const second = await createPixCharge(service(), addMonths(today, 2))
  expect(second.invoice.id).not.toBe(first.invoice.id)
  const before = await dueDate()
  await postWebhook(efi.pay(second.txid, { e2eId: 'E-the-same' }))
  expect(await dueDate()).toBe(before)
})

test('charges without a webhook are reconciled, and an unreachable service is asked again', async () => {
  const charge = await createPixCharge(service())
  efi.pay(charge.txid)
  efi.failNext = { status: 500, times: 1 }
  await reconcileAll(w.platform)
  expect(await dueDate()).toBe(today)
  efi.expireTokens()
  await reconcileAll(w.platform)
  expect(await dueDate()).toBe(addMonths(today, 1))
})

test('a charge whose response was lost by a crash is found by its txid', async () => {
  await setUp(service())
  await setDue(today)
  const invoice = (await w.clientAs('ana').invoices.post()).data!
  await w.clientAs('ana').subscription.post({ ...payer, invoiceId: invoice.id })
  // State after a crash before the response was stored: only the txid of the charge is known.
  await w.store.write(({ kysely }) => kysely.updateTable('charges').set({ brcode: '', expiresAt: null }).execute())
  const [txid] = [...efi.charges.keys()]
  efi.pay(txid as string)
  await reconcileAll(w.platform)
  expect((await invoices())[0]?.status).toBe('paid')
})

test('a service that refuses the credentials gives 503 and no licence', async () => {
  await setUp(service())
  await setDue(today)
  const { id: invoiceId } = (await w.clientAs('ana').invoices.post()).data!
  efi.failNext = { status: 500, times: 1 }
  expect(await w.clientAs('ana').subscription.post({ ...payer, invoiceId })).toMatchObject(
    errorAnswer(503, 'ERR_PAYMENT_SERVICE'),
  )
  await setUp({ ...service(), clientSecret: 'wrong', certificate: certificates().client, passphrase: '' })
  expect(await w.clientAs('root').payments.test.post()).toMatchObject(errorAnswer(503, 'ERR_PAYMENT_SERVICE'))
})

test('a sign-in answer of more than 64 levels is refused with ERR_PAYMENT_SERVICE', async () => {
  await setUp(service())
  await setDue(today)
  const { id: invoiceId } = (await w.clientAs('ana').invoices.post()).data!
  const pay = () => w.clientAs('ana').subscription.post({ ...payer, invoiceId })
  const body = { access_token: 'x', expires_in: 3600, more: JSON.parse(nestedLists(64)) }
  efi.failNext = { status: 200, times: 1, body }
  expect(await pay()).toMatchObject(errorAnswer(503, 'ERR_PAYMENT_SERVICE'))
  expect((await pay()).status).toBe(200)
})

test('a TLS handshake without the client certificate fails', async () => {
  expect(fetch(`${efi.address}/oauth/token`, { tls: { ca: certificates().authority } })).rejects.toThrow()
})

test('settings accept PEM or .p12, never return secrets, register the webhook address and refuse invalid input', async () => {
  await setUp({ ...service(), certificate: certificates().client, passphrase: '' })
  expect((await w.clientAs('root').payments.test.post()).status).toBe(200)
  expect((await w.clientAs('root').payments.webhook.post()).status).toBe(200)
  const address = { webhookUrl: 'http://localhost:3000/api/subscription/webhook' }
  expect((await auditLines('payments')).at(-1)).toEqual({
    action: 'update',
    actorName: 'Root',
    before: {},
    after: address,
  })
  expect(efi.webhook).toBe(webhookUrl(await readConfig(w.ports), 'http://localhost:3000'))
  const { data: shown } = await w.clientAs('root').payments.config.get()
  expect(shown).toMatchObject({
    clientId: '••••1234',
    clientSecret: '••••5678',
    certificate: '••••',
    authority: '••••',
  })
  expect(JSON.stringify(shown)).not.toContain('BEGIN')
  // Empty secrets keep the stored ones; another service address deletes them.
  const blank = { ...service(), clientId: '', clientSecret: '', certificate: '', authority: '', passphrase: '' }
  await setUp(blank)
  expect((await w.clientAs('root').payments.test.post()).status).toBe(200)
  const put = (config: object) => w.clientAs('root').payments.config.put(config as PaymentConfigInput)
  const elsewhere = { ...blank, baseUrl: 'https://elsewhere.test' }
  expect(await put(elsewhere)).toMatchObject(
    errorAnswer(422, 'ERR_VALIDATION', { fields: ['clientId', 'clientSecret', 'certificate'] }),
  )
  // null removes optional fields of this service.
  const { data: without } = await put({ ...blank, certificate: certificates().client, passphrase: null })
  expect(without).toMatchObject({ clientId: '••••1234', passphrase: '', authority: '••••' })
  expect((await put({ ...blank, authority: null })).data).toMatchObject({ certificate: '••••', authority: '' })
  expect((await w.clientAs('root').payments.test.post()).status).toBe(503) // unknown certificate authority
  expect(await put({ ...service(), baseUrl: 'http://localhost:1' })).toMatchObject({ status: 422 })
  expect(await put({ ...service(), certificate: 'bm8=' })).toMatchObject(errorAnswer(422, 'ERR_CERTIFICATE'))
  const sealed = await w.platform.db.selectFrom('installation').select('value').where('key', '=', 'payments').execute()
  expect(JSON.stringify(sealed)).not.toContain('stand_in')
})

test('an expired company can list and pay its invoices and then works again', async () => {
  await setUp()
  await setDue('2020-01-31')
  await createDueInvoices(w.platform)
  expect((await w.clientAs('ana').tickets.get({ query: {} })).status).toBe(402)
  const { data } = await w.clientAs('ana').invoices.get({ query: {} })
  expect(data?.invoices).toMatchObject([{ status: 'expired', dueDate: '2020-01-31' }])
  const invoiceId = data!.invoices[0]!.id
  expect((await w.clientAs('ana').subscription.post({ ...payer, invoiceId })).status).toBe(200)
  await w.clientAs('root').invoices({ id: invoiceId }).confirm.post({ value: 3000 })
  expect((await w.clientAs('ana').tickets.get({ query: {} })).status).toBe(200)
  expect(await dueDate()).toBe(addMonths(today, 1))
})

test('a new price cancels charges with the old price', async () => {
  const { invoice, txid } = await createPixCharge(service())
  await w.clientAs('root').invoices({ id: invoice.id }).put({ value: 4500 })
  const { data } = await w.clientAs('ana').subscription.post({ ...payer, invoiceId: invoice.id })
  expect([data?.valor.original, data?.txid === txid]).toEqual(['45.00', false])
  await postWebhook(efi.pay(txid)) // charge with the old amount
  expect([await dueDate(), (await verdicts()).at(-1)]).toEqual([today, 'otherAmount'])
})

test.each([
  ['firstName', '  '],
  ['lastName', ' a '],
  ['address', ' \t  '],
  ['city', '\u00a0\u00a0\u00a0'],
  ['state', '   '],
  ['country', '   '],
  ['zipcode', '   '],
  ['zipcode', '0131010'],
  ['zipcode', 'abc-def'],
])('a payer whose %s is %p is refused and no charge is created', async (field, value) => {
  await setUp(service())
  await setDue(today)
  const invoiceId = (await w.clientAs('ana').invoices.post()).data!.id
  const refusal = errorAnswer(422, 'ERR_VALIDATION', { fields: [field] })
  expect(await w.clientAs('ana').subscription.post({ ...payer, [field]: value, invoiceId })).toMatchObject(refusal)
  const table = (name: 'payers' | 'charges') => w.acme.select(name).selectAll().execute()
  expect([await table('payers'), await table('charges')]).toEqual([[], []])
})

test('a payer is stored trimmed, with the zip code in the Brazilian format', async () => {
  await setUp()
  await setDue(today)
  const invoiceId = (await w.clientAs('ana').invoices.post()).data!.id
  const abroad = { ...payer, firstName: '  Ana ', zipcode: ' SW1A 1AA ', country: 'Reino Unido ' }
  expect((await w.clientAs('ana').subscription.post({ ...abroad, invoiceId })).status).toBe(200)
  const kept = { firstName: 'Ana', zipcode: 'SW1A 1AA', country: 'Reino Unido' }
  expect((await w.clientAs('ana').subscription.get()).data?.payer).toEqual({ ...payer, ...kept })
})

test('a changed payer is written to the audit log, for Pix and card', async () => {
  const { invoice } = await createPixCharge(service())
  const again = { ...payer, invoiceId: invoice.id }
  await w.clientAs('ana').subscription.post(again)
  await w.clientAs('ana').subscription.post({ ...again, firstName: 'Bia' })
  const byCard = await createCardInvoice('refused')
  await w.clientAs('ana').subscription.card.post({ ...byCard, city: 'Santos' })
  const by = { action: 'update', actorName: 'Ana' }
  expect(await auditLines('payer')).toEqual([
    { ...by, action: 'create', before: {}, after: payer },
    { ...by, before: { firstName: 'Ana' }, after: { firstName: 'Bia' } },
    { ...by, before: { firstName: 'Bia', city: payer.city }, after: { firstName: 'Ana', city: 'Santos' } },
  ])
})

const card = {
  ...payer,
  ...{ holder: 'ANA SOUZA', birth: '1990-05-01', phone: '11987654321', number: '10', neighborhood: 'Centro' },
  paymentToken: 'a'.repeat(40),
}
/** Creates an invoice due today with card payments enabled. */
async function createCardInvoice(bank: FakeEfi['bankDecision']) {
  await setUp({ ...service(), cardAccount: 'c'.repeat(32) })
  await setDue(today)
  efi.bankDecision = bank
  efi.cards.length = 0
  return { ...card, invoiceId: (await w.clientAs('ana').invoices.post()).data!.id }
}

/** Content-Security-Policy of a page. */
const pagePolicy = async () =>
  (await w.app.handle(new Request('http://localhost/tickets'))).headers.get('content-security-policy')
const efiHosts =
  'https://tokenizer.sejaefi.com.br https://cobrancas.api.efipay.com.br https://cobrancas-h.api.efipay.com.br'

test('pages may connect to the three hosts of the card service while card payments are set up, else to none', async () => {
  await setUp()
  const usual = await pagePolicy()
  expect(usual).toContain("connect-src 'self';")
  await setUp({ ...service(), cardAccount: 'c'.repeat(32) })
  expect(await pagePolicy()).toBe(`${usual}`.replace("connect-src 'self'", `connect-src 'self' ${efiHosts}`))
  await setUp(service())
  expect(await pagePolicy()).toBe(usual)
})

test('a card payment sends the token with the price of the invoice and renews the licence', async () => {
  const input = await createCardInvoice('approved')
  const [first, second] = await Promise.all([
    w.clientAs('ana').subscription.card.post(input),
    w.clientAs('ana').subscription.card.post(input),
  ])
  expect([first.status, second.status].sort()).toEqual([200, 409])
  expect(efi.cards).toMatchObject([{ total: 3000, payment_token: card.paymentToken }])
  expect([await dueDate(), (await invoices())[0]?.status]).toEqual([addMonths(today, 1), 'paid'])
  expect(await w.clientAs('ana').subscription.card.post(input)).toMatchObject(errorAnswer(409, 'ERR_INVOICE_PAID'))
})

test('two concurrent requests charge the card once', async () => {
  const input = await createCardInvoice('approved')
  const pay = () => payByCard(w.scopeOf('ana'), w.platform, input, 'http://localhost:3000')
  const [first, second] = await Promise.allSettled([pay(), pay()])
  expect(first).toEqual({ status: 'fulfilled', value: { paid: true } })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'ERR_PAYMENT_PENDING' } })
  expect(efi.cards).toHaveLength(1)
})

test('a refused card may be tried again; an uncertain result is not charged twice', async () => {
  const input = await createCardInvoice('refused')
  const pay = () => w.clientAs('ana').subscription.card.post(input)
  expect(await pay()).toMatchObject(errorAnswer(400, 'ERR_CARD_REFUSED'))
  efi.bankDecision = 'unpaid'
  expect(await pay()).toMatchObject(errorAnswer(400, 'ERR_CARD_REFUSED'))
  efi.bankDecision = 'lost'
  expect(await pay()).toMatchObject(errorAnswer(503, 'ERR_PAYMENT_SERVICE'))
  expect(await pay()).toMatchObject(errorAnswer(409, 'ERR_PAYMENT_PENDING'))
  expect([efi.cards.length, await dueDate()]).toEqual([2, today])
  // The service's notification names the charge by a token.
  const { pathname, search } = new URL(efi.cards[1]!.notification_url)
  const told = (query: string) =>
    w.app.handle(
      new Request(`http://localhost${pathname}${query}`, {
        method: 'POST',
        body: new URLSearchParams({ notification: '2' }),
      }),
    )
  expect((await told(search.replace(/hmac=[^&]+/, 'hmac=forged'))).status).toBe(403)
  expect(await dueDate()).toBe(today)
  expect((await told(search)).status).toBe(200)
  await w.jobs.settle()
  expect([await dueDate(), (await verdicts()).at(-1)]).toEqual([addMonths(today, 1), 'paid'])
})

test('a card charge under review is asked about again later', async () => {
  const input = await createCardInvoice('waiting')
  expect((await w.clientAs('ana').subscription.card.post(input)).data).toEqual({ paid: false })
  expect(await w.clientAs('ana').subscription.card.post(input)).toMatchObject(errorAnswer(409, 'ERR_PAYMENT_PENDING'))
  efi.cards[0]!.status = 'paid'
  await reconcileAll(w.platform)
  expect(await dueDate()).toBe(addMonths(today, 1))
})

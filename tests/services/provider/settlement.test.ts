import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { ensureCurrentInvoice } from '../../../src/features/provider/invoices/create-due'
import { markPaid } from '../../../src/features/provider/invoices/pay'
import { companies, createInstallation, errorAnswer } from '../../installation'

/** A settlement by hand is taken back within a day (docs/adr/0191). */

const acme = companies.acme as CompanyId
const hour = 3_600_000
const start = Date.parse('2026-11-20T15:00:00Z')
let w: Awaited<ReturnType<typeof createInstallation>>
let id: number
beforeEach(async () => {
  setSystemTime(start)
  w = await createInstallation()
  await setAcme({ dueDate: '2026-11-30', billingDay: 31, timeZone: 'Etc/UTC' })
  id = (await ensureCurrentInvoice(w.platform, acme)).id
})
afterEach(() => void setSystemTime())

const setAcme = (values: object) =>
  w.platform.transaction(({ db }) => db.updateTable('companies').set(values).where('id', '=', acme).execute())
const licence = () =>
  w.platform.db
    .selectFrom('companies')
    .select(['dueDate', 'billingDay', 'trialExpiration'])
    .where('id', '=', acme)
    .executeTakeFirst()
const confirm = () => w.clientAs('root').invoices({ id }).confirm.post({ value: 3000 })
const undo = () => w.clientAs('root').invoices({ id }).undo.post()
const stored = () => w.acme.select('invoices').selectAll().where('id', '=', id).executeTakeFirst()
const revenue = async () => (await w.clientAs('root').morning.get()).data?.revenue.months.at(-1)
const refused = errorAnswer(409, 'ERR_INVOICE_SETTLED')

test.each([null, '2026-11-30'])(
  'an undo restores invoice, licence and revenue, with the trial %p',
  async (trialExpiration) => {
    await setAcme({ trialExpiration })
    const before = { licence: await licence(), invoice: await stored(), revenue: await revenue() }
    const { data: paid } = await confirm()
    expect(paid?.undoableUntil).toBe(new Date(start + 24 * hour).toISOString())
    expect(await licence()).toEqual({ dueDate: '2026-12-31', billingDay: 31, trialExpiration: null })
    expect((await revenue())?.cents).toBe(3000)
    setSystemTime(start + 24 * hour - 1)
    expect((await undo()).data).toMatchObject({ status: 'open', paidAt: null, undoableUntil: null })
    const invoice = { ...(await stored())!, updatedAt: before.invoice!.updatedAt }
    expect({ licence: await licence(), invoice, revenue: await revenue() }).toEqual(before as never)
    expect(await undo()).toMatchObject(refused)
    const lines = await w.acme
      .select('audit_log')
      .select(['action', 'after'])
      .where('entity', '=', 'invoice')
      .orderBy('id')
      .execute()
    expect(lines.map(({ action }) => action)).toEqual(['pay', 'undo'])
    expect(JSON.parse(lines[1]?.after ?? '')).toEqual({ status: 'open', licence: '2026-11-30' })
    expect((await confirm()).data?.status).toBe('paid')
  },
)

test('the undo ends after 24 hours', async () => {
  await confirm()
  setSystemTime(start + 24 * hour)
  expect(await undo()).toMatchObject(refused)
  expect((await licence())?.dueDate).toBe('2026-12-31')
})

test('an invoice settled by a payment service, or that it reports as paid too, is not taken back', async () => {
  const service = { actor: { system: 'payments' }, address: '' } as const
  await w.platform.transaction((platform) => markPaid(platform, acme, id, service))
  expect((await stored())?.settlement).toBeNull()
  expect(await undo()).toMatchObject(refused)
  await w.acme.transaction((tx) => tx.update('invoices').set({ status: 'open', paidAt: null }).execute())
  await confirm()
  const charge = { invoiceId: id, provider: 'efi', txid: 'a'.repeat(26), amount: 3000, pixKey: 'k', brcode: '' }
  await w.acme.transaction((tx) =>
    tx
      .insert('charges', { ...charge, status: 'paid', serviceId: null, e2eId: 'E1', expiresAt: null, paidAt: null })
      .execute(),
  )
  expect(await undo()).toMatchObject(refused)
})

test('a licence that has changed since is left alone', async () => {
  await confirm()
  const companyId = acme as number
  await w.clientAs('root').companies({ id: companyId }).renew.post()
  expect(await undo()).toMatchObject(refused)
  expect([(await licence())?.dueDate, (await stored())?.status]).toEqual(['2027-01-31', 'paid'])
})

test('a paid invoice is not the one to pay when the provider moves the due date back to it', async () => {
  await confirm()
  await setAcme({ dueDate: '2026-11-30' })
  expect(await w.clientAs('ana').invoices.post()).toMatchObject(errorAnswer(409, 'ERR_INVOICE_PAID'))
})

test('an undo puts a cancellation in force again, and keeps a later one', async () => {
  await setAcme({ cancelledAt: '2026-11-19T12:00:00.000Z', cancelReason: 'Fechamos' })
  const cancelled = async () => {
    const { data } = await w
      .clientAs('root')
      .companies({ id: acme as number })
      .get()
    return data?.cancellation?.reason
  }
  await confirm()
  expect(await cancelled()).toBeUndefined()
  expect((await undo()).status).toBe(200)
  expect(await cancelled()).toBe('Fechamos')
  await confirm()
  await w.clientAs('ana').subscription.cancellation.post({ reason: 'Mudamos' })
  expect((await undo()).status).toBe(200)
  expect(await cancelled()).toBe('Mudamos')
})

test('a settlement is not taken back once the plan has changed', async () => {
  const terms = { users: 10, connections: 10, queues: 10 }
  const { data: small } = await w.clientAs('root').plans.post({ name: 'Pequeno', value: 1000, ...terms })
  const { data: large } = await w.clientAs('root').plans.post({ name: 'Grande', value: 6000, ...terms })
  await confirm()
  const company = w.clientAs('root').companies({ id: acme as number })
  await company.put({ planId: large!.id })
  expect(await undo()).toMatchObject(errorAnswer(409, 'ERR_PLAN_CHANGED'))
  await company.put({ planId: 1 })
  expect((await w.clientAs('ana').subscription.plan.put({ planId: small!.id, cents: 0 })).status).toBe(200)
  expect(await undo()).toMatchObject(errorAnswer(409, 'ERR_PLAN_CHANGED'))
  await w.clientAs('ana').subscription.plan.put({ planId: 1, cents: 0 })
  expect((await undo()).data?.status).toBe('open')
})

test('several requests at once settle and take back once each', async () => {
  const settled = await Promise.all([confirm(), confirm(), confirm()])
  expect(settled.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const undone = await Promise.all([undo(), undo()])
  expect(undone.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await licence())?.dueDate).toBe('2026-11-30')
})

import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { createDueInvoices, ensureCurrentInvoice } from '../../../src/features/provider/invoices/create-due'
import { applyNextPlans } from '../../../src/features/provider/plan-change/apply'
import { companies, createInstallation, errorAnswer } from '../../installation'

/** A company changes its plan by itself (docs/adr/0192). */

const acme = companies.acme as CompanyId
let w: Awaited<ReturnType<typeof createInstallation>>
let plans: { small: number; large: number; hidden: number }
beforeEach(async () => {
  setSystemTime(Date.parse('2026-11-16T15:00:00Z'))
  w = await createInstallation()
  await setAcme({ dueDate: '2026-11-30', timeZone: 'Etc/UTC' }) // 15 of 31 days are left, with today
  const make = async (name: string, value: number, more: object = {}) =>
    (await w.clientAs('root').plans.post({ name, value, users: 10, connections: 10, queues: 10, ...more })).data!.id
  plans = {
    small: await make('Pequeno', 1000),
    large: await make('Grande', 6100, { useCampaigns: true }),
    hidden: await make('Oculto', 9000, { isPublic: false }),
  }
})
afterEach(() => void setSystemTime())

const setAcme = (values: object) =>
  w.platform.transaction(({ db }) => db.updateTable('companies').set(values).where('id', '=', acme).execute())
const company = async () =>
  (await w.platform.db.selectFrom('companies').selectAll().where('id', '=', acme).execute())[0]!
const choose = (planId: number, cents: number, by: 'ana' | 'bob' = 'ana') =>
  w.clientAs(by).subscription.plan.put({ planId, cents })
const offers = async () => (await w.clientAs('ana').subscription.plans.get()).data!
const invoices = () =>
  w.acme.select('invoices').select(['detail', 'value', 'extra', 'dueDate', 'status']).orderBy('id').execute()
const audited = async () =>
  (await w.acme.select('audit_log').select(['after']).where('entity', '=', 'company').orderBy('id').execute()).map(
    ({ after }) => JSON.parse(after ?? '{}'),
  )
const pay = async () => {
  const { id, value } = await ensureCurrentInvoice(w.platform, acme)
  return w.clientAs('root').invoices({ id }).confirm.post({ value })
}

test('the offers have the public plans with a price, the difference by the day, and no plan of others', async () => {
  await w.clientAs('root').plans.post({ name: 'De graça', value: 0, users: 1, connections: 1, queues: 1 })
  const listed = (await offers()).plans.map(({ name, isCurrent, quote }) => [name, isCurrent, quote.kind, quote.cents])
  expect(listed).toEqual([
    ['Pequeno', false, 'next', 0],
    ['Plano 1', true, 'now', 0],
    ['Grande', false, 'now', 1500],
  ])
})

test('a dearer plan is in force at once, and the next invoice has the difference', async () => {
  expect((await choose(plans.large, 1500)).status).toBe(200)
  expect(await company()).toMatchObject({ planId: plans.large, owed: 1500, campaignsEnabled: 1, nextPlanId: null })
  expect(await audited()).toMatchObject([{ plan: 'Grande', difference: 1500 }])
  await createDueInvoices(w.platform)
  expect(await invoices()).toEqual([
    { detail: 'Grande', value: 7600, extra: 1500, dueDate: '2026-11-30', status: 'open' },
  ])
  expect((await pay()).data?.value).toBe(7600)
  expect(await company()).toMatchObject({ owed: 0, dueDate: '2026-12-30' })
  setSystemTime(Date.parse('2026-12-16T15:00:00Z'))
  await createDueInvoices(w.platform)
  expect((await invoices())[1]).toMatchObject({ value: 6100, extra: 0 })
})

test('an open invoice gets the new price and the difference, and its codes end', async () => {
  await createDueInvoices(w.platform)
  const { id } = await ensureCurrentInvoice(w.platform, acme)
  await w.clientAs('root').invoices({ id }).put({ value: 2500 }) // 5 reais less, agreed on by hand
  const charge = { invoiceId: id, provider: 'efi', txid: 'a'.repeat(26), amount: 2500, pixKey: 'k', brcode: '' }
  await w.acme.transaction((tx) =>
    tx
      .insert('charges', { ...charge, status: 'open', serviceId: null, e2eId: null, expiresAt: null, paidAt: null })
      .execute(),
  )
  await choose(plans.large, 1500)
  expect(await invoices()).toMatchObject([{ detail: 'Grande', value: 5600 + 1500, extra: 1500 }])
  expect(await w.acme.select('charges').select('status').execute()).toEqual([{ status: 'over' }])
  const event = w.published.findLast(({ entity, companyId }) => entity === 'payment' && companyId === acme)
  expect(event?.payload).toMatchObject({ action: 'update', invoice: { id, value: 7100 } })
  await pay()
  expect((await company()).owed).toBe(0)
})

test('an open invoice gets the price of the chosen plan, whatever price the present plan has meanwhile', async () => {
  await createDueInvoices(w.platform)
  await w.clientAs('root').plans({ id: 1 }).put({ value: 9000 })
  await choose(plans.large, 0)
  expect(await invoices()).toMatchObject([{ detail: 'Grande', value: 6100, extra: 0 }])
})

test('an open invoice gets the price of the chosen plan after the provider has set another by hand', async () => {
  await createDueInvoices(w.platform)
  await w
    .clientAs('root')
    .companies({ id: acme as number })
    .put({ planId: plans.large })
  await choose(plans.small, 0)
  expect(await invoices()).toMatchObject([{ detail: 'Pequeno', value: 1000, extra: 0 }])
})

test('a discount agreed on by hand is no more than the price of the plan, and the difference stays owed', async () => {
  const { id } = await ensureCurrentInvoice(w.platform, acme)
  await choose(plans.large, 1500)
  await w.clientAs('root').invoices({ id }).put({ value: 2500 })
  await choose(plans.small, 0)
  expect(await invoices()).toMatchObject([{ value: 1500, extra: 1500 }])
})

test('an amount that the provider has not seen is not settled', async () => {
  const { id } = await ensureCurrentInvoice(w.platform, acme)
  await choose(plans.large, 1500)
  const confirm = (value: number) => w.clientAs('root').invoices({ id }).confirm.post({ value })
  expect(await confirm(3000)).toMatchObject(errorAnswer(409, 'ERR_INVOICE_VALUE', { value: 7600 }))
  expect([(await company()).dueDate, (await invoices())[0]?.status]).toEqual(['2026-11-30', 'open'])
  expect((await confirm(7600)).data).toMatchObject({ status: 'paid', value: 7600 })
})

test('an undone settlement owes its difference again', async () => {
  await choose(plans.large, 1500)
  const { data } = await pay()
  await w.clientAs('root').invoices({ id: data!.id }).undo.post()
  expect(await company()).toMatchObject({ owed: 1500, dueDate: '2026-11-30' })
})

test('a cheaper plan follows after the paid time, for the next invoice and the limits of additions at once', async () => {
  await w.clientAs('root').plans({ id: plans.small }).put({ queues: 2 })
  expect((await choose(plans.small, 0)).data?.next).toEqual({ name: 'Pequeno', on: '2026-11-30' })
  expect(await company()).toMatchObject({ planId: 1, nextPlanId: plans.small, owed: 0 })
  expect(await w.clientAs('ana').queue.post({ name: 'Terceira', color: '#123456' })).toMatchObject(
    errorAnswer(403, 'ERR_PLAN_LIMIT', { limit: 2, what: 'queues' }),
  )
  await createDueInvoices(w.platform)
  expect(await invoices()).toMatchObject([{ detail: 'Pequeno', value: 1000, extra: 0 }])
  setSystemTime(Date.parse('2026-11-30T23:59:00Z'))
  await applyNextPlans(w.platform)
  expect((await company()).planId).toBe(1)
  setSystemTime(Date.parse('2026-12-01T00:00:00Z'))
  for (let again = 0; again < 2; again++) await applyNextPlans(w.platform)
  expect(await company()).toMatchObject({ planId: plans.small, nextPlanId: null, nextPlanOn: null })
  expect((await audited()).slice(1)).toEqual([{ plan: 'Pequeno' }])
})

test('a cheaper plan is given up: free of charge, or for the days paid at its price', async () => {
  await choose(plans.small, 0)
  await choose(1, 0)
  expect(await company()).toMatchObject({ planId: 1, nextPlanId: null, owed: 0 })
  await choose(plans.small, 0)
  expect((await pay()).data?.value).toBe(1000)
  const { quote } = (await offers()).plans.find(({ isCurrent }) => isCurrent)!
  expect(quote).toEqual({ kind: 'now', on: null, cents: 2000 }) // 30 days of 30 at 2,000 less
  await choose(1, 2000)
  expect(await company()).toMatchObject({ planId: 1, nextPlanId: null, owed: 2000 })
})

test('a plan smaller than the present use is refused by name and changes nothing', async () => {
  await w.clientAs('root').plans({ id: plans.large }).put({ queues: 1, users: 3 })
  const exceeded = (await offers()).plans.find(({ id }) => id === plans.large)!.exceeded
  expect(exceeded.map(({ part, limit }) => [part, limit])).toEqual([
    ['users', 3],
    ['queues', 1],
  ])
  expect(await choose(plans.large, 1500)).toMatchObject(errorAnswer(409, 'ERR_PLAN_TOO_SMALL', { exceeded }))
  expect([(await company()).planId, await audited()]).toEqual([1, []])
})

test('another price than the one seen, a hidden or missing plan, and a waiting claim are refused', async () => {
  expect(await choose(plans.large, 1499)).toMatchObject(errorAnswer(409, 'ERR_PLAN_PRICE', { cents: 1500 }))
  for (const id of [plans.hidden, 999]) expect(await choose(id, 0)).toMatchObject(errorAnswer(404, 'ERR_NO_PLAN_FOUND'))
  expect(await choose(plans.large, 1500, 'bob')).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
  const { id } = await ensureCurrentInvoice(w.platform, acme)
  await w.clientAs('ana').invoices({ id }).claim.post({})
  expect(await choose(plans.large, 1500)).toMatchObject(errorAnswer(409, 'ERR_CLAIM_WAITING'))
  expect([await company(), await audited()]).toMatchObject([{ planId: 1, owed: 0 }, []])
})

test('a repeated or concurrent choice is stored once', async () => {
  const answers = await Promise.all([choose(plans.large, 1500), choose(plans.large, 1500), choose(plans.large, 1500)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await company()).owed).toBe(1500)
  expect(await audited()).toHaveLength(1)
})

test('an invoice made while the plan changes has the price of the plan in force after both', async () => {
  for (let wait = 0; wait < 40; wait++) {
    await w.acme.transaction((tx) => tx.delete('invoices').execute())
    await setAcme({ planId: 1, nextPlanId: plans.small, nextPlanOn: '2026-11-30' })
    const back = choose(1, 0)
    for (let turn = 0; turn < wait; turn++) await Promise.resolve()
    const [{ status }] = await Promise.all([back, w.clientAs('ana').invoices.post()])
    expect([status, wait, (await invoices())[0]?.value]).toEqual([200, wait, 3000])
  }
})

test('in a trial, and with an expired licence, each plan begins at once without a price', async () => {
  await setAcme({ trialExpiration: '2026-11-30' })
  await choose(plans.large, 0)
  expect(await company()).toMatchObject({ planId: plans.large, owed: 0 })
  await setAcme({ trialExpiration: null, dueDate: '2026-11-01' })
  await w.auth.refreshRights(acme)
  await choose(plans.small, 0)
  expect(await company()).toMatchObject({ planId: plans.small, owed: 0 })
})

test('within grace a dearer plan is in the open invoice, and days worked on it stay owed', async () => {
  await w.clientAs('root').settings({ key: 'graceDays' }).put({ value: '15' })
  await createDueInvoices(w.platform)
  const setTime = async (at: string) => {
    setSystemTime(Date.parse(at))
    await w.auth.refreshRights(acme)
  }
  await setTime('2026-12-01T12:00:00Z')
  await choose(plans.large, 0)
  expect(await invoices()).toMatchObject([{ value: 6100, extra: 0 }])
  await setTime('2026-12-15T12:00:00Z')
  const quote = { kind: 'now' as const, on: null, cents: 2550 } // 15 of 30 days at 5,100 less
  expect((await offers()).plans[0]!.quote).toEqual(quote)
  await choose(plans.small, 2550)
  expect(await invoices()).toMatchObject([{ value: 3550, extra: 2550 }])
  expect((await pay()).data?.value).toBe(3550)
  expect(await company()).toMatchObject({ planId: plans.small, owed: 0, dueDate: '2026-12-30' })
})

test('a company saved with the plan that it has keeps the plan chosen for later', async () => {
  await choose(plans.small, 0)
  const company = w.clientAs('root').companies({ id: acme as number })
  expect((await company.put({ phone: '11999998888', planId: 1 })).data?.phone).toBe('11999998888')
  expect((await offers()).next).toEqual({ name: 'Pequeno', on: '2026-11-30' })
})

test('a plan chosen for later cannot be deleted, and the provider who sets the plan ends the choice', async () => {
  await choose(plans.small, 0)
  expect(await w.clientAs('root').plans({ id: plans.small }).delete()).toMatchObject(
    errorAnswer(409, 'ERR_PLAN_IN_USE', { companies: ['acme'] }),
  )
  await w
    .clientAs('root')
    .companies({ id: acme as number })
    .put({ planId: plans.large })
  expect(await company()).toMatchObject({ planId: plans.large, nextPlanId: null })
})

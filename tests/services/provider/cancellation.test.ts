import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { readCompanyState } from '../../../src/features/platform/company/state'
import { createDueInvoices, ensureCurrentInvoice } from '../../../src/features/provider/invoices/create-due'
import { companies, createInstallation, errorAnswer } from '../../installation'

/** A company cancels at the end of its paid time, and invoices are exported (docs/adr/0192). */

const acme = companies.acme as CompanyId
let w: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  setSystemTime(Date.parse('2026-11-16T15:00:00Z'))
  w = await createInstallation()
  await w.platform.transaction(({ db }) =>
    db.updateTable('companies').set({ dueDate: '2026-11-30', timeZone: 'Etc/UTC' }).where('id', '=', acme).execute(),
  )
  await w.clientAs('root').settings({ key: 'graceDays' }).put({ value: '5' })
})
afterEach(() => void setSystemTime())

const cancel = (reason = 'Fechamos a loja', by: 'ana' | 'bob' = 'ana') =>
  w.clientAs(by).subscription.cancellation.post({ reason })
const takeBack = () => w.clientAs('ana').subscription.cancellation.delete()
const state = async () => (await w.clientAs('ana').subscription.get()).data?.cancellation
const invoices = () => w.acme.select('invoices').select(['id', 'status']).execute()
const audited = async () =>
  (await w.acme.select('audit_log').select('action').where('entity', '=', 'company').orderBy('id').execute()).map(
    ({ action }) => action,
  )
const mayWorkAt = async (at: string) => {
  setSystemTime(Date.parse(at))
  await w.auth.refreshRights(acme)
  return (await readCompanyState(w.systemScope())).mayAct
}

test('a cancellation ends the licence with the paid time, without invoice or grace; the provider reads why', async () => {
  await createDueInvoices(w.platform)
  const on = '2026-11-30'
  const { data } = await cancel('  Fechamos a loja ')
  expect(data?.cancellation).toEqual({ at: expect.any(String), on, reason: 'Fechamos a loja' })
  expect((await cancel('Outro motivo')).data).toEqual(data!)
  expect([await invoices(), await audited()]).toEqual([[], ['cancel']])
  await createDueInvoices(w.platform)
  expect(await invoices()).toEqual([])
  const { data: morning } = await w.clientAs('root').morning.get()
  const row = { companyId: acme as number, company: 'acme', on, reason: 'Fechamos a loja' }
  expect(morning?.cancellations).toEqual({ count: 1, rows: [row] })
  const { data: company } = await w
    .clientAs('root')
    .companies({ id: acme as number })
    .get()
  expect(company).toMatchObject({ cancellation: data!.cancellation!, worksUntil: on })
  expect(await mayWorkAt('2026-11-30T23:59:00Z')).toBe(true)
  expect(await mayWorkAt('2026-12-01T00:00:00Z')).toBe(false)
  expect((await w.clientAs('root').morning.get()).data?.invoices.count).toBe(0)
})

test('a cancellation is taken back until the licence ends, and the invoice is made again', async () => {
  await cancel()
  expect((await takeBack()).data).toEqual({ cancellation: null })
  expect((await takeBack()).data).toEqual({ cancellation: null })
  expect([await state(), await audited()]).toEqual([null, ['cancel', 'resume']])
  await createDueInvoices(w.platform)
  expect(await invoices()).toHaveLength(1)
  expect(await mayWorkAt('2026-12-05T00:00:00Z')).toBe(true)
})

test('after the end only a payment or the provider brings the company back', async () => {
  await cancel()
  expect(await mayWorkAt('2026-12-02T12:00:00Z')).toBe(false)
  expect(await takeBack()).toMatchObject({ status: 402 })
  const { data: invoice } = await w.clientAs('ana').invoices.post()
  await w.clientAs('root').invoices({ id: invoice!.id }).confirm.post({ value: 3000 })
  expect(await mayWorkAt('2026-12-02T12:00:00Z')).toBe(true)
  expect(await state()).toBeNull()
  await cancel()
  await w
    .clientAs('root')
    .companies({ id: acme as number })
    .renew.post()
  expect(await state()).toBeNull()
})

test('a cancellation within grace ends the licence with the day, and the days of grace worked are paid', async () => {
  expect(await mayWorkAt('2026-12-03T12:00:00Z')).toBe(true)
  expect((await cancel()).data?.cancellation?.on).toBe('2026-12-03')
  expect((await state())?.on).toBe('2026-12-03')
  expect((await takeBack()).data).toEqual({ cancellation: null })
  await cancel()
  expect(await mayWorkAt('2026-12-03T23:59:00Z')).toBe(true)
  expect(await mayWorkAt('2026-12-04T00:00:00Z')).toBe(false)
  const { data: invoice } = await w.clientAs('ana').invoices.post()
  await w.clientAs('root').invoices({ id: invoice!.id }).confirm.post({ value: 3000 })
  const { data: company } = await w
    .clientAs('root')
    .companies({ id: acme as number })
    .get()
  expect(company).toMatchObject({ dueDate: '2027-01-01', cancellation: null }) // one day of suspension is not paid
})

test('a cancellation on the last day of grace makes no day free', async () => {
  expect(await mayWorkAt('2026-12-05T12:00:00Z')).toBe(true)
  await cancel()
  const { data: invoice } = await w.clientAs('ana').invoices.post()
  await w.clientAs('root').invoices({ id: invoice!.id }).confirm.post({ value: 3000 })
  const { data: company } = await w
    .clientAs('root')
    .companies({ id: acme as number })
    .get()
  expect(company?.dueDate).toBe('2026-12-30')
})

test('an invoice whose code may still be paid stays, and a reported payment comes first', async () => {
  const { id } = await ensureCurrentInvoice(w.platform, acme)
  const { data: claimed } = await w.clientAs('ana').invoices({ id }).claim.post({})
  expect(await cancel()).toMatchObject(errorAnswer(409, 'ERR_CLAIM_WAITING'))
  const refusal = { claimedAt: claimed!.claim!.at, reason: 'Não chegou' }
  await w.clientAs('root').invoices({ id }).refuse.post(refusal)
  const charge = { invoiceId: id, provider: 'efi', txid: 'a'.repeat(26), amount: 3000, pixKey: 'k', brcode: '' }
  const row = { ...charge, status: 'open' as const, serviceId: null, e2eId: null, expiresAt: null, paidAt: null }
  await w.acme.transaction((tx) => tx.insert('charges', row).execute())
  expect((await cancel()).status).toBe(200)
  expect(await invoices()).toEqual([{ id, status: 'open' }])
})

test('only admins cancel, and with a reason', async () => {
  expect(await cancel('Fechamos', 'bob')).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
  for (const reason of ['', '   ', 'x'.repeat(501)]) expect((await cancel(reason)).status).toBe(422)
  expect([await state(), await audited()]).toEqual([null, []])
})

test('invoices are exported by the company its own and by the provider all, safe for spreadsheets', async () => {
  await ensureCurrentInvoice(w.platform, acme)
  await ensureCurrentInvoice(w.platform, companies.rival as CompanyId)
  const [own] = await w.acme.select('invoices').select('id').execute()
  await w.clientAs('root').invoices({ id: own!.id }).put({ detail: '=1+1; "x"', value: 123456 })
  const download = async (by: 'ana' | 'root', path: string) => {
    const headers = { authorization: `Bearer ${await w.tokenOf(by)}` }
    const answer = await w.app.handle(new Request(`http://localhost/api/invoices${path}/export`, { headers }))
    return { status: answer.status, lines: (await answer.text()).replace('\ufeff', '').split('\r\n') }
  }
  const { lines } = await download('ana', '')
  expect(lines[0]).toBe('Nº;Empresa;Detalhes;Valor (R$);Diferença de plano (R$);Vencimento;Situação;Paga em')
  expect(lines.slice(1)).toEqual([`${own!.id};acme;"'=1+1; ""x""";1234,56;0,00;2026-11-30;Em aberto;`, ''])
  expect((await download('root', '/everyones')).lines.slice(1).map((line) => line.split(';')[1])).toEqual([
    'rival',
    'acme',
    undefined as never,
  ])
  expect((await download('ana', '/everyones')).status).toBe(403)
})

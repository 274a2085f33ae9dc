import { beforeEach, expect, setSystemTime, test } from 'bun:test'
import { existsSync } from 'node:fs'
import type { CompanyId } from '../../../src/core/storage/schema'
import { sweepMedia } from '../../../src/features/platform/media/sweep'
import { createDueInvoices, ensureCurrentInvoice } from '../../../src/features/provider/invoices/create-due'
import { planReminders } from '../../../src/features/provider/reminders/plan'
import { onePixel } from '../../http/access/request-parts'
import { companies, createInstallation, errorAnswer } from '../../installation'

/** A payment that a company says it has made: claim, receipt, refusal and confirmation (docs/adr/0191). */

const acme = companies.acme as CompanyId
let w: Awaited<ReturnType<typeof createInstallation>>
let id: number
beforeEach(async () => {
  w = await createInstallation()
  id = (await ensureCurrentInvoice(w.platform, acme)).id
})

const png = () => new File([Buffer.from(onePixel, 'base64')], 'pix.png', { type: 'image/png' })
const claim = (file?: File, by: 'ana' | 'bob' | 'rui' = 'ana') =>
  w
    .clientAs(by)
    .invoices({ id })
    .claim.post(file ? { file } : {})
const claimedAt = async () => (await w.clientAs('ana').invoices({ id }).get()).data?.claim?.at ?? 'none'
const refuse = async (reason: string, by: 'root' | 'ana' = 'root', seen?: string) =>
  w
    .clientAs(by)
    .invoices({ id })
    .refuse.post({ claimedAt: seen ?? (await claimedAt()), reason })
const confirm = () => w.clientAs('root').invoices({ id }).confirm.post({ value: 3000 })
const audited = async () =>
  (
    await w.acme.select('audit_log').select(['action', 'name']).where('entity', '=', 'invoice').orderBy('id').execute()
  ).map(({ action }) => action)
const receipts = () => w.acme.select('media').select(['id', 'path', 'mime']).orderBy('createdAt').execute()
const isOnDisk = async (path: string) => existsSync(await w.ports.media.locate(path))

test('a claim waits for the provider, is listed there and in the overview, and is repeated without effect', async () => {
  const { data } = await claim()
  expect(data?.claim).toEqual({ at: expect.any(String), receipt: false, refusal: null })
  expect((await claim()).data).toEqual(data!)
  expect(await audited()).toEqual(['claim'])
  const listed = await w.clientAs('root').invoices.everyones.get({ query: { claimed: true } })
  expect(listed.data?.invoices).toMatchObject([{ id, companyName: 'acme', claim: data!.claim! }])
  const { data: morning } = await w.clientAs('root').morning.get()
  expect(morning?.claims).toEqual({
    count: 1,
    rows: [{ id, companyId: acme, company: 'acme', value: 3000, claimedAt: data!.claim!.at }],
  })
  const { data: table } = await w.clientAs('root').morning.companies.get({ query: { attention: true } })
  expect(table?.companies.map(({ name, problems }) => [name, problems])).toEqual([['acme', ['claim']]])
  const events = w.published.filter(({ entity, companyId }) => entity === 'payment' && companyId === acme)
  expect(events.at(-1)?.payload).toMatchObject({ action: 'update', invoice: { id, claim: data!.claim! } })
})

test('a confirmation settles the invoice once, and nothing is left to check', async () => {
  await claim()
  expect((await confirm()).data?.status).toBe('paid')
  expect(await confirm()).toMatchObject(errorAnswer(409, 'ERR_INVOICE_PAID'))
  for (const answer of [await claim(), await refuse('Não chegou')])
    expect(answer).toMatchObject(errorAnswer(409, 'ERR_INVOICE_PAID'))
  expect((await w.clientAs('root').morning.get()).data?.claims.count).toBe(0)
  expect(await audited()).toEqual(['claim', 'pay'])
})

test('a refusal tells the company why, and a new claim waits again', async () => {
  expect(await refuse('Não chegou')).toMatchObject(errorAnswer(409, 'ERR_NO_CLAIM'))
  await claim()
  expect(await refuse('   ')).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: ['reason'] }))
  expect((await refuse('  Não chegou ao banco ')).data?.claim?.refusal).toBe('Não chegou ao banco')
  expect(await refuse('De novo')).toMatchObject(errorAnswer(409, 'ERR_NO_CLAIM'))
  const { data } = await w.clientAs('ana').invoices({ id }).get()
  expect(data).toMatchObject({ status: 'open', claim: { refusal: 'Não chegou ao banco' } })
  expect((await w.clientAs('root').morning.get()).data?.claims.count).toBe(0)
  expect((await claim()).data?.claim?.refusal).toBeNull()
  expect(await audited()).toEqual(['claim', 'refuse', 'claim'])
})

test('a receipt that came after the provider looked is not refused unseen', async () => {
  const seen = (await claim()).data!.claim!.at
  setSystemTime(new Date(Date.now() + 1000))
  const { data } = await claim(png())
  setSystemTime()
  expect(await refuse('Sem comprovante', 'root', seen)).toMatchObject(
    errorAnswer(409, 'ERR_CLAIM_CHANGED', { claim: data!.claim! }),
  )
  expect((await w.clientAs('ana').invoices({ id }).get()).data?.claim).toEqual(data!.claim)
  expect(await audited()).toEqual(['claim', 'claim'])
  expect((await refuse('Outro valor')).data?.claim?.refusal).toBe('Outro valor')
})

test('the provider opens the receipt; a new one replaces it, and the sweep keeps the one in use', async () => {
  await claim(png())
  const other = new File(['%PDF-1.4\n%%EOF\n'], 'recibo.pdf', { type: 'application/pdf' })
  expect((await claim(other)).data?.claim?.receipt).toBe(true)
  const token = await w.tokenOf('root')
  const address = `http://localhost/api/invoices/${id}/receipt`
  const answer = await w.app.handle(new Request(address, { headers: { authorization: `Bearer ${token}` } }))
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'application/pdf',
    '%PDF-1.4\n%%EOF\n',
  ])
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  await sweepMedia(w.platform, Date.now() + 2 * 86_400_000)
  expect((await receipts()).map(({ mime }) => mime)).toEqual(['application/pdf'])
  expect(await isOnDisk((await receipts())[0]!.path)).toBe(true)
})

test.each([
  ['a page', new File(['<html><script>1</script></html>'], 'pix.png', { type: 'image/png' }), 415, 'ERR_MEDIA_TYPE'],
  ['an empty file', new File([], 'pix.png', { type: 'image/png' }), 400, 'ERR_EMPTY_MESSAGE'],
])('%s as receipt is refused and changes nothing', async (_, file, status, code) => {
  const answer = await claim(file)
  expect(answer).toMatchObject(errorAnswer(status, code))
  expect((await w.clientAs('ana').invoices({ id }).get()).data?.claim).toBeNull()
  expect([await receipts(), await audited()]).toEqual([[], []])
})

test.each([
  ['application/octet-stream', '%PDF-1.4'],
  ['application/pdf', '%PDF-1.4'],
  ['application/x-www-form-urlencoded', 'receipt=1'],
  ['text/plain', 'pago'],
])('a receipt sent as %s is refused, not taken for a claim without one', async (type, body) => {
  const headers = { authorization: `Bearer ${await w.tokenOf('ana')}`, 'content-type': type }
  const address = `http://localhost/api/invoices/${id}/claim`
  const answer = await w.app.handle(new Request(address, { method: 'POST', headers, body }))
  expect([answer.status, await answer.json()]).toEqual([415, { error: 'ERR_MEDIA_TYPE' }])
  expect((await w.clientAs('ana').invoices({ id }).get()).data?.claim).toBeNull()
  expect([await receipts(), await audited()]).toEqual([[], []])
})

test('a form without a file is a claim without a receipt', async () => {
  const form = new FormData()
  form.append('note', 'pago')
  const headers = { authorization: `Bearer ${await w.tokenOf('ana')}` }
  const address = `http://localhost/api/invoices/${id}/claim`
  const answer = await w.app.handle(new Request(address, { method: 'POST', headers, body: form }))
  expect([answer.status, await answer.json()]).toMatchObject([200, { claim: { receipt: false } }])
})

test('a receipt above 5 MB is refused and leaves no file', async () => {
  const file = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'pix.png', { type: 'image/png' })
  expect((await claim(file)).status).toBe(413)
  expect(await receipts()).toEqual([])
})

test('an open invoice of a moved due date stays while its reported payment waits', async () => {
  await claim(png())
  const company = w.clientAs('root').companies({ id: acme as number })
  await company.put({ dueDate: '2099-02-03' })
  await createDueInvoices(w.platform)
  expect((await w.clientAs('ana').invoices({ id }).get()).data?.claim?.receipt).toBe(true)
  await refuse('Não chegou')
  await createDueInvoices(w.platform)
  expect(await w.clientAs('ana').invoices({ id }).get()).toMatchObject(errorAnswer(404, 'ERR_NO_INVOICE_FOUND'))
})

test('agents, other companies and admins have no part of it that is not theirs', async () => {
  expect(await claim(undefined, 'bob')).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
  expect(await claim(undefined, 'rui')).toMatchObject(errorAnswer(404, 'ERR_NO_INVOICE_FOUND'))
  expect(await refuse('Não chegou', 'ana')).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
  expect(await w.clientAs('ana').invoices({ id }).receipt.get()).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
  expect(await w.clientAs('root').invoices({ id }).receipt.get()).toMatchObject(errorAnswer(404, 'ERR_NO_MEDIA_FOUND'))
  expect(await audited()).toEqual([])
})

test('a company is not reminded while its claim waits, and is again after a refusal', async () => {
  const today = new Date().toISOString().slice(0, 10)
  await w.platform.transaction(({ db }) =>
    db.updateTable('companies').set({ dueDate: today, timeZone: 'Etc/UTC' }).where('id', '=', acme).execute(),
  )
  await createDueInvoices(w.platform)
  const [invoice] = await w.acme.select('invoices').select('id').where('dueDate', '=', today).execute()
  id = invoice!.id
  const at = Date.parse(`${today}T12:00:00Z`)
  const planned = async () => {
    await planReminders(w.platform, at)
    return (await w.acme.select('reminders').select('step').execute()).length
  }
  await claim()
  expect(await planned()).toBe(0)
  await refuse('Não chegou')
  expect(await planned()).toBe(1)
})

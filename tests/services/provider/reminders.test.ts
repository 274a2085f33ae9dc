import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { createDueInvoices } from '../../../src/features/provider/invoices/create-due'
import { planReminders, stepOf } from '../../../src/features/provider/reminders/plan'
import { mailReminder, tellReminder } from '../../../src/features/provider/reminders/send'
import { companies, createInstallation, errorAnswer } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { recordStatements } from '../../recorded-statements'

/** Reminders before and after the due date, by mail and WhatsApp, each once. */

const zone = 'America/Sao_Paulo'
const acme = companies.acme as CompanyId
let w: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  setSystemTime(Date.parse('2026-11-20T15:00:00Z'))
  w = await createInstallation()
  await w.platform.transaction(({ db }) => db.updateTable('companies').set({ timeZone: zone }).execute())
  await setAcme({ dueDate: '2026-11-24', phone: '11987654321', email: 'contas@acme.test' })
  await w.clientAs('root').payments.config.put({
    ...{ provider: 'pix-manual', pixKey: 'pix@provedor.test', pixName: 'Provedor', pixCity: 'Campinas' },
    ...{ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '', passphrase: '' },
    ...{ authority: '', cardAccount: '' },
  })
  await createDueInvoices(w.platform)
})
afterEach(() => void setSystemTime())

const setAcme = (values: object) =>
  w.platform.transaction(({ db }) => db.updateTable('companies').set(values).where('id', '=', acme).execute())
/** Plans at a time, as often as a task that repeats, and returns the mails that were sent. */
async function runAt(at: string) {
  setSystemTime(Date.parse(at))
  for (let again = 0; again < 3; again++) await planReminders(w.platform)
  await Promise.all([planReminders(w.platform), planReminders(w.platform)])
  await w.jobs.settle()
  return w.mails.splice(0)
}
const attempt = { number: 1, last: false }
const setReminders = (input: { mail?: boolean; days?: number[]; whatsappId?: number | null }) =>
  w.clientAs('root').payments.reminders.put({ mail: true, days: [-3, 0, 1, 5], whatsappId: null, ...input })
const texts = async () =>
  (await w.platform.db.selectFrom('messages').select(['body', 'companyId']).orderBy('id').execute()).map(
    ({ body, companyId }) => (companyId === companies.provider ? body : `of another company: ${body}`),
  )

test('the step is the last chosen day that has come, unless more than two days have passed', () => {
  const settings = { days: [-3, 0, 1, 5] }
  const steps = [-4, -3, -1, 0, 1, 3, 4, 5, 7, 8].map((day) => stepOf(settings, day))
  expect(steps).toEqual([null, -3, -3, 0, 1, 1, null, 5, 5, null])
  expect(stepOf({ days: [] }, 0)).toBeNull()
})

test('a mail leaves once on each chosen day from eight in the morning, with the Pix code, until the invoice is paid', async () => {
  expect(await runAt('2026-11-21T10:59:00Z')).toEqual([])
  const [mail, ...others] = await runAt('2026-11-21T11:00:00Z')
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'contas@acme.test', subject: 'A sua fatura vence em 3 dias' })
  expect(mail?.text).toContain('540530.00')
  expect(mail?.text).toContain('http://localhost:3000/financeiro')
  expect(mail?.text).not.toContain('continuam chegando')
  expect(await runAt('2026-11-22T15:00:00Z')).toEqual([])
  expect((await runAt('2026-11-24T11:00:00Z'))[0]?.subject).toBe('A sua fatura vence hoje')
  const [late] = await runAt('2026-11-25T11:00:00Z')
  expect([late?.subject, late?.text.includes('continuam chegando e ficam guardadas')]).toEqual([
    'A sua fatura venceu ontem',
    true,
  ])
  const [invoice] = await w.acme.select('invoices').select('id').execute()
  await w.clientAs('root').invoices({ id: invoice!.id }).confirm.post({ value: 3000 })
  expect(await runAt('2026-11-29T11:00:00Z')).toEqual([])
  expect(await w.acme.select('charges').select('id').execute()).toHaveLength(1) // one code for all
})

test('a reminder has the language of the company, and a repeated job sends nothing again', async () => {
  await setAcme({ language: 'en' })
  const [mail] = await runAt('2026-11-21T11:00:00Z')
  expect(mail).toMatchObject({ subject: 'Your invoice is due in 3 days', id: expect.stringContaining('reminder-1-') })
  const [row] = await w.acme.select('reminders').selectAll().execute()
  await mailReminder.run(w.systemScope('acme'), { invoiceId: row!.invoiceId, step: -3 }, attempt)
  expect(w.mails).toEqual([])
})

test('a trial, a blocked company, a moved due date, the provider itself and a pile of missed days get none', async () => {
  const cases = [{ trialExpiration: '2026-11-24' }, { status: 0 }, { dueDate: '2026-12-24' }]
  for (const values of cases) {
    await setAcme(values)
    expect(await runAt('2026-11-21T11:00:00Z')).toEqual([])
    await setAcme({ trialExpiration: null, status: 1, dueDate: '2026-11-24' })
  }
  await w.platform.transaction(({ db }) =>
    db
      .updateTable('companies')
      .set({ dueDate: '2026-11-24' })
      .where('id', '=', companies.provider as CompanyId)
      .execute(),
  )
  await createDueInvoices(w.platform)
  expect((await runAt('2026-11-21T11:00:00Z')).map(({ to }) => to)).toEqual(['contas@acme.test'])
  expect(await runAt('2026-12-02T11:00:00Z')).toEqual([])
})

test('by WhatsApp two messages leave from the number of the provider, the second with the code alone, once', async () => {
  const { id: whatsappId } = await w.insertConnection('provider')
  const { id: foreign } = await w.insertConnection('acme')
  expect(await setReminders({ whatsappId: foreign })).toMatchObject(errorAnswer(404, 'ERR_NO_WAPP_FOUND'))
  expect((await setReminders({ mail: false, whatsappId })).data).toMatchObject({ mail: false, whatsappId })
  expect(await runAt('2026-11-21T11:00:00Z')).toEqual([])
  const [text, code, ...others] = await texts()
  expect(others).toEqual([])
  expect(text).toStartWith('Olá, ')
  expect(text).toContain('A sua fatura vence em 3 dias.')
  expect(code).toContain('br.gov.bcb.pix')
  const [row] = await w.platform
    .tenant(companies.provider as CompanyId)
    .select('reminders')
    .selectAll()
    .execute()
  const { invoiceId } = row!
  const payload = { companyId: acme, invoiceId, step: -3, whatsappId }
  await tellReminder.run(w.systemScope('provider'), payload, attempt)
  await runAt('2026-11-22T11:00:00Z')
  expect(await texts()).toHaveLength(2)
})

test('a company whose phone cannot be read gets no charge for a reminder by WhatsApp', async () => {
  const { id: whatsappId } = await w.insertConnection('provider')
  await setReminders({ mail: false, whatsappId })
  await setAcme({ phone: '123' })
  await runAt('2026-11-21T11:00:00Z')
  expect(await texts()).toEqual([])
  expect(await w.acme.select('charges').select('id').execute()).toEqual([])
})

sqliteTest('the task writes nothing while each near invoice has its reminders', async () => {
  await runAt('2026-11-21T11:00:00Z')
  const statements = await recordStatements(w.store, () => planReminders(w.platform))
  expect(statements).toEqual([])
})

test('without a payment method the mail leaves with the link alone; days and switch are kept', async () => {
  await w.platform.transaction(({ db }) => db.deleteFrom('installation').where('key', '=', 'payments').execute())
  const [mail] = await runAt('2026-11-21T11:00:00Z')
  expect(mail?.text).not.toContain('Pix')
  expect((await setReminders({ days: [2, -1, 2] })).data?.days).toEqual([-1, 2])
  expect((await setReminders({ days: [31] })).status).toBe(422)
  await setReminders({ mail: false })
  expect(await runAt('2026-11-24T11:00:00Z')).toEqual([])
})

test('a reminder by WhatsApp waits while the number is away, leaves once it is back, and is dropped after two days', async () => {
  const { id: whatsappId } = await w.insertConnection('provider')
  const setStatus = (status: 'CONNECTED' | 'DISCONNECTED') =>
    w.platform.transaction(({ db }) =>
      db.updateTable('connections').set({ status }).where('id', '=', whatsappId).execute(),
    )
  await setReminders({ mail: false, whatsappId })
  await setStatus('DISCONNECTED')
  await runAt('2026-11-21T11:00:00Z')
  expect(await texts()).toEqual([])
  setSystemTime(Date.parse('2026-11-22T15:00:00Z'))
  await setStatus('CONNECTED')
  await w.ports.releaseJobs(`wa:${whatsappId}`)
  await w.jobs.settle()
  expect((await texts())[0]).toContain('A sua fatura vence em 2 dias.')
  await setStatus('DISCONNECTED')
  await runAt('2026-11-24T15:00:00Z')
  setSystemTime(Date.parse('2026-11-27T15:00:00Z'))
  await setStatus('CONNECTED')
  await w.ports.releaseJobs(`wa:${whatsappId}`)
  await w.jobs.settle()
  expect(await texts()).toHaveLength(2)
})

test('a reminder that leaves a day late names the days that have passed', async () => {
  const [late] = await runAt('2026-11-26T11:00:00Z')
  expect(late).toMatchObject({ subject: 'A sua fatura venceu há 2 dias', text: expect.stringContaining('continuam') })
})

test('a step is told once when another company of the provider sends it, and its number is shown and kept', async () => {
  const { id: whatsappId } = await w.insertConnection('provider')
  const { id: other } = await w.insertConnection('acme')
  await setReminders({ mail: false, whatsappId })
  await runAt('2026-11-21T11:00:00Z')
  expect(await texts()).toHaveLength(2)
  const stored = { mail: false, days: [-3, 0, 1, 5], whatsappId: other, senderId: acme }
  await w.platform.transaction(({ db }) =>
    db
      .updateTable('installation')
      .set({ value: JSON.stringify(stored) })
      .where('key', '=', 'reminders')
      .execute(),
  )
  await runAt('2026-11-21T12:00:00Z')
  expect(await texts()).toHaveLength(2)
  const shown = (await w.clientAs('root').payments.reminders.get()).data
  expect([shown?.whatsappId, shown?.connections.map(({ id }) => id)]).toEqual([other, [whatsappId, other]])
  expect((await setReminders({ mail: true, whatsappId: other })).data?.whatsappId).toBe(other)
  const row = await w.platform.db.selectFrom('installation').select('value').where('key', '=', 'reminders').execute()
  expect(JSON.parse(row[0]!.value)).toMatchObject({ mail: true, senderId: acme })
})

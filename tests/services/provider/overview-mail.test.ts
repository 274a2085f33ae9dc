import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { dueDay, firstDay, overviewAt } from '../../../src/features/provider/morning/mail/days'
import { enqueueOverview } from '../../../src/features/provider/morning/mail/plan'
import { sendOverviewMail, tellOverview } from '../../../src/features/provider/morning/mail/send'
import { readWish, setWish } from '../../../src/features/provider/morning/mail/settings'
import { companies, createInstallation, emailOf, people } from '../../installation'

const zone = 'America/Sao_Paulo'
/** Tuesday 24 November 2026, 12:00 in São Paulo. */
const start = Date.parse('2026-11-24T15:00:00.000Z')
const userId = people.root.id

let all: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  setSystemTime(start)
  all = await createInstallation()
  await all.platform.transaction(({ db }) => db.updateTable('companies').set({ timeZone: zone }).execute())
  // Without backups each overview would have their section.
  all.platform.ports.backups = { ...all.platform.ports.backups, isServer: true }
})
afterEach(() => void setSystemTime())

const wish = { hour: 7, mail: true, phone: '', whatsappId: null }
/** Sets the clock and runs what is due; returns the mails since the last call. */
const runAt = async (at: string) => {
  setSystemTime(Date.parse(at))
  await all.jobs.settle()
  return all.mails.splice(0)
}
const refusal = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(String, ({ code }) => code)
const messages = () =>
  all.platform.db.selectFrom('messages').select(['body', 'whatsappId', 'origin', 'companyId']).execute()
const attempt = { number: 1, last: false }

async function insertLateInvoice(name = 'Padaria') {
  const facts = { name, email: 'x@x.test', phone: '', planId: 1, dueDate: '2026-11-20', trialExpiration: null }
  const { id } = await all.platform.transaction(({ db }) =>
    db
      .insertInto('companies')
      .values({ ...facts, createdAt: '2020-01-01T00:00:00.000Z' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const invoice = {
    companyId: id as CompanyId,
    detail: 'Plano',
    value: 3000,
    dueDate: '2026-11-20',
    status: 'open',
  } as const
  await all.platform.transaction(({ db }) =>
    db
      .insertInto('invoices')
      .values({ ...invoice, paidAt: null })
      .execute(),
  )
  return id
}

test('days: the next one to come, and the last one that passed while the server was off', () => {
  expect(overviewAt(zone, '2026-11-24', 7)).toBe('2026-11-24T10:00:00.000Z')
  const at = (time: string) => new Date(time)
  expect(firstDay(zone, 7, at('2026-11-24T09:59:00Z'))).toBe('2026-11-24')
  expect(firstDay(zone, 7, at('2026-11-24T10:00:00Z'))).toBe('2026-11-25')
  expect(firstDay(zone, 7, at('2026-11-24T09:59:00Z'), '2026-11-25')).toBe('2026-11-25')
  expect(dueDay(zone, 7, '2026-11-25', at('2026-11-25T09:59:00Z'))).toBeNull()
  expect(dueDay(zone, 7, '2026-11-25', at('2026-11-25T10:00:00Z'))).toBe('2026-11-25')
  expect(dueDay(zone, 7, '2026-11-25', at('2026-11-29T09:00:00Z'))).toBe('2026-11-28')
})

describe('the overview by mail', () => {
  test('is sent each day at its hour, once, with the lines that have something to say and their next steps', async () => {
    const id = await insertLateInvoice('Padaria <b>')
    await setWish(all.scopeOf('root'), wish)
    expect(await runAt('2026-11-25T09:59:00Z')).toEqual([])
    const [mail, ...others] = await runAt('2026-11-25T10:00:00Z')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: emailOf('root'), subject: 'Resumo de 25/11/2026: 1 assunto' })
    expect(mail?.text).toContain('Faturas atrasadas, somam R$ 30,00')
    expect(mail?.text).toContain('- Padaria <b>: R$ 30,00, venceu em 20/11/2026, há 5 dias')
    expect(mail?.text).toContain(`http://localhost:3000/settings?tab=companies&renew=${id}`)
    expect(mail?.text).not.toContain('Testes que terminam')
    expect(mail?.html).toContain('Padaria &lt;b&gt;')
    expect(await runAt('2026-11-25T23:00:00Z')).toEqual([])
    expect((await runAt('2026-11-26T10:00:00Z')).map(({ subject }) => subject)).toEqual([
      'Resumo de 26/11/2026: 1 assunto',
    ])
    expect((await runAt('2026-11-30T12:00:00Z')).map(({ subject }) => subject)).toEqual([
      'Resumo de 30/11/2026: 1 assunto',
    ])
  })

  test('says plainly that nothing needs the provider, in the language of the person', async () => {
    await all.platform.transaction(({ db }) =>
      db.updateTable('users').set({ language: 'en' }).where('id', '=', userId).execute(),
    )
    await setWish(all.scopeOf('root'), wish)
    const [mail] = await runAt('2026-11-25T10:00:00Z')
    expect(mail?.subject).toBe('Overview of 25/11/2026: nothing needs you')
    expect(mail?.text).toContain('Nothing needs you now.')
  })

  test('warns when no backup is made', async () => {
    all.platform.ports.backups = { ...all.platform.ports.backups, isServer: false }
    await setWish(all.scopeOf('root'), wish)
    const [mail] = await runAt('2026-11-25T10:00:00Z')
    expect(mail?.subject).toBe('Resumo de 25/11/2026: 1 assunto')
    expect(mail?.text).toContain('Backup\n- nenhum foi feito até agora')
  })

  test('a job that runs twice sends one mail and plans one day', async () => {
    await setWish(all.scopeOf('root'), wish)
    setSystemTime(Date.parse('2026-11-25T10:00:00Z'))
    const scope = all.systemScope('provider')
    await enqueueOverview.run(scope, { userId }, attempt)
    await enqueueOverview.run(scope, { userId }, attempt)
    await all.jobs.settle()
    expect(all.mails.splice(0)).toHaveLength(1)
    await sendOverviewMail.run(scope, { userId, day: '2026-11-25' }, attempt)
    expect(all.mails).toEqual([])
  })

  test('ends when it is switched off and for a person who is no super user any more', async () => {
    await setWish(all.scopeOf('root'), wish)
    await setWish(all.scopeOf('root'), { ...wish, mail: false })
    expect(await runAt('2026-11-25T10:00:00Z')).toEqual([])
    await setWish(all.scopeOf('root'), wish)
    await all.platform.transaction(({ db }) =>
      db.updateTable('users').set({ super: 0 }).where('id', '=', userId).execute(),
    )
    expect(await runAt('2026-11-26T10:00:00Z')).toEqual([])
  })

  test('a later hour of a day whose overview was sent counts from the next day', async () => {
    await setWish(all.scopeOf('root'), wish)
    await runAt('2026-11-25T10:00:00Z')
    await setWish(all.scopeOf('root'), { ...wish, hour: 9 })
    expect(await runAt('2026-11-25T12:00:00Z')).toEqual([])
    expect(await runAt('2026-11-26T12:00:00Z')).toHaveLength(1)
  })
})

describe('the overview by WhatsApp', () => {
  test('is one message from the chosen connection to the phone of the person, once a day', async () => {
    await insertLateInvoice()
    const { id: whatsappId } = await all.insertConnection('provider')
    await setWish(all.scopeOf('root'), { hour: 7, mail: false, phone: '(11) 98765-4321', whatsappId })
    expect(await readWish(all.scopeOf('root'))).toMatchObject({ phone: '5511987654321', whatsappId })
    expect(await runAt('2026-11-25T10:00:00Z')).toEqual([])
    const [message, ...others] = await messages()
    expect(others).toEqual([])
    expect(message).toMatchObject({ whatsappId, origin: 'system', companyId: companies.provider })
    expect(message?.body).toBe('Resumo de 25/11/2026: 1 assunto\n\nhttp://localhost:3000/overview')
    await tellOverview.run(all.systemScope('provider'), { userId, day: '2026-11-25' }, attempt)
    expect(await messages()).toHaveLength(1)
    await runAt('2026-11-26T10:00:00Z')
    expect(await messages()).toHaveLength(2)
  })

  test('needs a number that can be read and a connection of the own company', async () => {
    const root = all.scopeOf('root')
    const { id: own } = await all.insertConnection('provider')
    const { id: foreign } = await all.insertConnection('acme')
    const phone = '11987654321'
    expect(await refusal(() => setWish(root, { ...wish, phone, whatsappId: null }))).toBe('ERR_VALIDATION')
    expect(await refusal(() => setWish(root, { ...wish, phone, whatsappId: foreign }))).toBe('ERR_NO_WAPP_FOUND')
    expect(await refusal(() => setWish(root, { ...wish, phone: '12', whatsappId: own }))).toBe(
      'ERR_WAPP_INVALID_CONTACT',
    )
    expect(await readWish(root)).toMatchObject({ mail: false, phone: '', whatsappId: null })
  })

  test('is left out on a day on which the connection is not open', async () => {
    const { id: whatsappId } = await all.insertConnection('provider')
    await setWish(all.scopeOf('root'), { ...wish, mail: false, phone: '11987654321', whatsappId })
    const setStatus = (status: 'CONNECTED' | 'DISCONNECTED') =>
      all.platform.transaction(({ db }) =>
        db.updateTable('connections').set({ status }).where('id', '=', whatsappId).execute(),
      )
    await setStatus('DISCONNECTED')
    await runAt('2026-11-25T10:00:00Z')
    await setStatus('CONNECTED')
    await runAt('2026-11-25T23:00:00Z')
    expect(await messages()).toEqual([])
    await runAt('2026-11-26T10:00:00Z')
    expect(await messages()).toHaveLength(1)
  })

  test('stops when the connection was deleted', async () => {
    const { id: whatsappId } = await all.insertConnection('provider')
    await setWish(all.scopeOf('root'), { ...wish, mail: false, phone: '11987654321', whatsappId })
    await all.platform.transaction(({ db }) => db.deleteFrom('connections').where('id', '=', whatsappId).execute())
    await runAt('2026-11-25T10:00:00Z')
    expect(await messages()).toEqual([])
    expect(await readWish(all.scopeOf('root'))).toMatchObject({ whatsappId: null })
  })
})

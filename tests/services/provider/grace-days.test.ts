import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { createApiKey } from '../../../src/features/accounts/api-keys/service'
import { readBotRules } from '../../../src/features/automation/bot/read-rules'
import { readWorld } from '../../../src/features/automation/flows/runs/world'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { revealToken } from '../../../src/features/numbers/connections/token'
import { readCompanyState } from '../../../src/features/platform/company/state'
import { createDueInvoices } from '../../../src/features/provider/invoices/create-due'
import { planReminders } from '../../../src/features/provider/reminders/plan'
import { personIdentity, textMessage } from '../../inbound-events'
import { companies, createInstallation, errorAnswer } from '../../installation'
import { LoginClient } from '../../login-client'

/** Days of grace after the due date, and what is suspended after them (docs/adr/0190). */

const acme = companies.acme as CompanyId
let w: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  setSystemTime(Date.parse('2026-11-20T15:00:00Z'))
  w = await createInstallation()
  await setAcme({ dueDate: '2026-11-20', timeZone: 'America/Sao_Paulo', email: 'contas@acme.test' })
  expect((await w.clientAs('root').settings({ key: 'graceDays' }).put({ value: '5' })).status).toBe(200)
})
afterEach(() => void setSystemTime())

const setAcme = (values: object) =>
  w.platform.transaction(({ db }) => db.updateTable('companies').set(values).where('id', '=', acme).execute())
/** 23:59 of the last day of grace in São Paulo, and the minute after it. */
const [lastMinute, firstMinute] = ['2026-11-26T02:59:00Z', '2026-11-26T03:00:00Z']
const setTime = async (at: string) => {
  setSystemTime(Date.parse(at))
  await w.auth.refreshRights(acme) // as after a second
}

/** Each gate as true while the company may work. */
const gates = {
  'a login': async () => (await new LoginClient(w.app).login('bob')).status === 200,
  'a request': async () => (await w.clientAs('bob').users.list.get()).status === 200,
  'a socket': async () => (await w.auth.denialReason({ tokenId: 2, userId: 2, companyId: acme })) === null,
  'an API key': async () => {
    const { key } = await createApiKey(w.scopeOf('ana'), { name: 'Loja', scopes: ['send'] })
    return (await sendBy(key)) === 400 // the body is empty
  },
  'the token of a connection': async () => {
    const { id } = await w.insertConnection()
    await w.acme.transaction((tx) => tx.update('connections').set({ status: 'CONNECTED' }).execute())
    return (await sendBy((await revealToken(w.scopeOf('ana'), id)).token)) === 400
  },
  'work without a request': async () => (await readCompanyState(w.systemScope())).mayAct,
  'the robot': async () => {
    const { id } = await w.insertConnection()
    return (await readBotRules(w.systemScope(), id))?.mayAct
  },
  'a flow': async () => {
    const { id } = await w.insertTicket()
    return (await readWorld(w.systemScope(), id, []))?.maySpeak
  },
  'a webhook': async () => {
    const row = {
      name: 'Loja',
      url: 'https://loja.test/',
      events: '["contact.created"]',
      secretSealed: new Uint8Array(),
    }
    await w.acme.transaction((tx) => tx.insert('webhooks', row as never).execute())
    const facts = { name: 'Caio', number: '5511988887777', email: '' }
    await w.systemScope().transaction(async (scope) => {
      scope.publish('contact', { action: 'create', contact: { id: 1, ...facts } as never })
    })
    return (await w.acme.select('deliveries').select('id').execute()).length > 0
  },
}

async function sendBy(token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: '{"number":"5511988887777"}' }
  return (await w.app.handle(new Request('http://localhost/api/messages/send', init))).status
}

test.each(Object.keys(gates) as (keyof typeof gates)[])(
  '%s works to the end of the last day of grace',
  async (gate) => {
    await setTime(lastMinute)
    expect(await gates[gate]()).toBe(true)
  },
)

test.each(Object.keys(gates) as (keyof typeof gates)[])('%s is refused after the days of grace', async (gate) => {
  await setTime(firstMinute)
  expect(await gates[gate]()).toBe(false)
})

test('a trial and an installation without the setting have no grace', async () => {
  await setTime(lastMinute)
  await setAcme({ trialExpiration: '2026-11-20' })
  expect((await readCompanyState(w.systemScope())).mayAct).toBe(false)
  await setAcme({ trialExpiration: null })
  expect((await readCompanyState(w.systemScope())).mayAct).toBe(true)
  await w.clientAs('root').settings({ key: 'graceDays' }).put({ value: '0' })
  expect((await readCompanyState(w.systemScope())).mayAct).toBe(false)
})

test('only the provider sets the days, from 0 to 15', async () => {
  const set = (by: 'root' | 'ana', value: string) => w.clientAs(by).settings({ key: 'graceDays' }).put({ value })
  expect(await set('ana', '15')).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
  for (const value of ['16', '-1', '2.5', 'x'])
    expect(await set('root', value)).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: ['value'] }))
  expect((await w.clientAs('root').settings({ key: 'graceDays' }).get()).data).toEqual({ key: 'graceDays', value: '5' })
})

test('a suspended company receives and stores messages, and its admin gets a token for the invoice', async () => {
  const { id: whatsappId } = await w.insertConnection()
  await setTime('2026-11-30T15:00:00Z')
  await receiveBatch(w.systemScope(), { companyId: acme, whatsappId }, [
    textMessage({ body: 'Olá', ...personIdentity('5511988887777') } as never),
  ])
  expect(await w.acme.select('messages').select(['body', 'fromMe']).execute()).toEqual([{ body: 'Olá', fromMe: 0 }])
  const ana = new LoginClient(w.app)
  const { status, body } = await ana.login('ana')
  expect([status, body.error, body.dueDate]).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED', '2026-11-20'])
  ana.token = body.token ?? ''
  expect((await ana.request('GET', '/invoices')).status).toBe(200)
})

describe('a payment renews from', () => {
  test.each([
    ['the due date on that day', '2026-11-20T16:00:00Z', '2026-12-20'],
    ['the due date on the last day of grace', lastMinute, '2026-12-20'],
    ['the first day of grace worked when it comes the day after', firstMinute, '2026-12-21'],
    ['its day less the days of grace when it comes late', '2027-01-15T15:00:00Z', '2027-02-10'],
  ])('%s', async (_, at, dueDate) => {
    await createDueInvoices(w.platform)
    await setTime(at)
    const [invoice] = await w.acme.select('invoices').select('id').execute()
    expect((await w.clientAs('root').invoices({ id: invoice!.id }).confirm.post({ value: 3000 })).data?.status).toBe(
      'paid',
    )
    const [company] = await w.platform.db.selectFrom('companies').select('dueDate').where('id', '=', acme).execute()
    expect(company?.dueDate).toBe(dueDate)
    expect((await readCompanyState(w.systemScope())).mayAct).toBe(true)
  })
})

test('people read the last day of work, and reminders name it until it has passed', async () => {
  const me = await w.clientAs('ana').auth.me.get()
  expect(me.data).toMatchObject({ company: { dueDate: '2026-11-20', worksUntil: '2026-11-25' } })
  await createDueInvoices(w.platform)
  const mailAt = async (at: string) => {
    await setTime(at)
    await planReminders(w.platform)
    await w.jobs.settle()
    return w.mails.splice(0)[0]?.text
  }
  expect(await mailAt('2026-11-21T15:00:00Z')).toContain('continua trabalhando até 25 de nov. de 2026')
  await w.clientAs('root').settings({ key: 'graceDays' }).put({ value: '4' })
  expect(await mailAt('2026-11-25T15:00:00Z')).toContain('continuam chegando e ficam guardadas')
})

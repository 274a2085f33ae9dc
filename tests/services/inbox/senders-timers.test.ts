import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { sendByApi } from '../../../src/features/api/send-api/send'
import { startFlowByApi } from '../../../src/features/api/send-api/start-flow'
import { sendTest } from '../../../src/features/campaigns/test-sends/send-test'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { forwardMessage } from '../../../src/features/inbox/messages/send/forward'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import { createSchedule } from '../../../src/features/inbox/schedules/service'
import { closeTicket } from '../../../src/features/inbox/tickets/state/change'
import { findTimer } from '../../../src/whatsapp/chat-timers'
import { createCampaignCompany, numberOf } from '../../campaign-company'
import { createFlowCompany, edge, node } from '../../flow-company'
import { personIdentity, textMessage } from '../../inbound-events'
import { makeJobsDue } from '../../make-jobs-due'

/**
 * A message gets the timer that is stored for its address, when it leaves (tests/whatsapp/timers.test.ts). Each sender
 * uses an address under which the timer of the chat is found.
 */

afterEach(() => void setSystemTime())

const day = 86_400
const flow = {
  nodes: [node('1', 'start'), node('ask', 'question', { message: 'Qual é o pedido?', answerKey: 'order' })],
  connections: [edge('1', 'ask')],
}

async function createCompany() {
  const company = await createFlowCompany(flow)
  const { acme, scopeOf, whatsapp, whatsappId, companyId, number, store, jobs, ticketOf } = company
  await acme.transaction((tx) =>
    tx.update('connections').set({ complationMessage: 'Até logo!' }).where('id', '=', whatsappId).execute(),
  )
  const ref = { companyId, whatsappId }
  const write = async (body: string, timer?: number) => {
    const item = textMessage({ body, chat: personIdentity(number, '77'), ...(timer !== undefined && { timer }) })
    await receiveBatch(company.systemScope(), ref, [item])
  }
  await write('Bom dia', day)
  await jobs.settle()
  const open = async () => {
    const { id } = await ticketOf()
    await acme.transaction((tx) =>
      tx.update('tickets').set({ status: 'open', userId: 2, chatbot: 0 }).where('id', '=', id).execute(),
    )
    return id
  }
  const ana = scopeOf('ana')
  const client = { scope: company.systemScope(), connection: ref, useIntegrations: true }
  const contactId = async () => (await ticketOf()).contactId
  const settle = async () => {
    await makeJobsDue(store)
    await jobs.settle()
  }
  /** Timers found for the messages that `work` sends. */
  const timersOf = async (work: () => Promise<unknown>) => {
    const before = whatsapp.sent.length
    await work()
    await settle()
    const sent = whatsapp.sent.slice(before)
    return Promise.all(sent.map(({ jid }) => findTimer(acme, whatsappId, jid, async () => undefined)))
  }
  return { ...company, write, open, ana, client, contactId, timersOf }
}
type Company = Awaited<ReturnType<typeof createCompany>>
const draft = (body: string) => ({ body, quotedId: null, files: [] })

test.each<[sender: string, send: (company: Company) => Promise<unknown>]>([
  ['a robot', ({ write }) => write('Oi')],
  ['a flow', ({ write }) => write('quero comprar')],
  ['an agent', async ({ ana, open }) => sendMessage(ana, await open(), draft('Olá'))],
  [
    'an agent with a location',
    async ({ ana, open }) =>
      sendMessage(ana, await open(), { ...draft(''), card: { type: 'location', latitude: 1, longitude: 2 } as never }),
  ],
  [
    'a forwarded message',
    async ({ ana, open, acme }) => {
      const ticketIds = [await open()]
      const { id } = await acme.select('messages').select('id').where('fromMe', '=', 0).executeTakeFirstOrThrow()
      await forwardMessage(ana, id, { ticketIds })
    },
  ],
  [
    'a schedule',
    async ({ ana, contactId, jobs }) => {
      const sendAt = new Date(Date.now() + 60_000).toISOString()
      await createSchedule(ana, { contactId: await contactId(), body: 'Sua consulta', sendAt })
      setSystemTime(Date.now() + 120_000)
      await jobs.settle()
    },
  ],
  ['a program', ({ client, number }) => sendByApi(client, { number, body: 'Pedido enviado' } as never)],
  [
    'a program with a file',
    ({ client, number }) => sendByApi(client, { number, medias: [new File(['1'], 'boleto.txt')] } as never),
  ],
  ['a flow that a program starts', ({ client, number, flowId }) => startFlowByApi(client, { number, flowId } as never)],
  ['the closing text', async ({ ana, open }) => closeTicket(ana, await open())],
])('%s sends with the timer of the chat', async (_, send) => {
  const company = await createCompany()
  const timers = await company.timersOf(() => send(company))
  expect(timers.length).toBeGreaterThan(0)
  expect(timers).toEqual(timers.map(() => day))
})

test('a campaign and its test send with the timer of the chat', async () => {
  const { create, runFor, whatsapp, acme, whatsappId, ref, systemScope, scopeOf } = await createCampaignCompany({
    people: 1,
  })
  const chat = personIdentity(numberOf(0), '77')
  await receiveBatch(systemScope(), ref, [textMessage({ chat, timer: day, at: new Date().toISOString() })])
  const { id } = await create()
  await sendTest(scopeOf('ana'), id, { number: `+${numberOf(0)}`, variant: 1 } as never)
  await runFor(1_000, 60_000)
  const timers = await Promise.all(
    whatsapp.sent.map(({ jid }) => findTimer(acme, whatsappId, jid, async () => undefined)),
  )
  expect(timers.length).toBeGreaterThanOrEqual(2)
  expect(timers).toEqual(timers.map(() => day))
})

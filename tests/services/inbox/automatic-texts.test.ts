import { describe, expect, setSystemTime, test } from 'bun:test'
import { receiveCall } from '../../../src/features/inbox/messages/receive/calls'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { createOutboundMessages } from '../../../src/features/inbox/messages/send/send'
import { getTicketRow } from '../../../src/features/inbox/tickets/read'
import { changeTicket, closeTicket } from '../../../src/features/inbox/tickets/state/change'
import { type Origin, origins } from '../../../src/shared/enums'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation, people } from '../../installation'

const number = '5511977770000'

/** Ticket in queue 1 that has waited for 15 minutes with four unread messages, with the chatbot active. */
async function createWaitingTicket() {
  const installation = await createInstallation()
  const connection = await installation.insertConnection('acme', { queueIds: [1] })
  installation.whatsapp.openConnections.add(connection.id)
  const ref = { companyId: connection.companyId, whatsappId: connection.id }
  const at = new Date(Date.now() - 15 * 60_000).toISOString()
  const inbound = ['Oi', 'Tudo bem?', 'Tem bolo?', 'Alô?'].map((body) =>
    textMessage({ body, at, chat: personIdentity(number) }),
  )
  await receiveBatch(installation.systemScope(), ref, inbound)
  await installation.acme.transaction((tx) => tx.update('tickets').set({ chatbot: 1 }).execute())
  const { id } = await installation.acme.select('tickets').select('id').executeTakeFirstOrThrow()
  /** Values that change only when a person answers. */
  const waitingState = async () => {
    const ticket = await installation.acme.select('tickets').selectAll().executeTakeFirstOrThrow()
    const { unreadMessages, chatbot, lastMessageAt, waitingSince } = ticket
    const { queuedAt, startedAt, firstResponseAt } = await installation.acme
      .select('attendances')
      .selectAll()
      .executeTakeFirstOrThrow()
    const read = await installation.acme
      .select('messages')
      .select('id')
      .where('fromMe', '=', 0)
      .where('read', '=', 1)
      .execute()
    return {
      unreadMessages,
      chatbot,
      lastMessageAt,
      waitingSince,
      queuedAt,
      startedAt,
      firstResponseAt,
      read: read.length,
    }
  }
  const setSetting = (key: string, value: string) =>
    installation.acme.transaction((tx) => tx.insert('settings', { key, value }).execute())
  const systemBodies = async () =>
    (await installation.acme.select('messages').select('body').where('origin', '=', 'system').execute()).map(
      ({ body }) => body,
    )
  return { ...installation, id, ref, waitingState, setSetting, systemBodies }
}

const automatic = origins.filter((origin) => !['customer', 'agent', 'phone'].includes(origin))

test.each(automatic)(
  'a message of origin %s changes no unread count, waiting time, first response or chatbot flag',
  async (origin) => {
    const { systemScope, id, waitingState } = await createWaitingTicket()
    const before = await waitingState()
    expect(before).toMatchObject({ unreadMessages: 4, chatbot: 1, firstResponseAt: null, read: 0 })
    await systemScope().transaction(async (scope) => {
      const author = { origin: origin as Origin, userId: null, senderName: '' }
      await createOutboundMessages(
        scope,
        await getTicketRow(scope, id),
        { body: 'Já vamos', quotedId: null, files: [] },
        author,
      )
    })
    expect(await waitingState()).toEqual(before)
  },
)

describe('the automatic text about', () => {
  test('a transfer does not mark a waiting ticket as read', async () => {
    const { scopeOf, id, waitingState, jobs, setSetting, systemBodies } = await createWaitingTicket()
    await setSetting('sendMsgTransfTicket', 'enabled')
    const before = await waitingState()
    await changeTicket(scopeOf('ana'), id, { queueId: 2 })
    await jobs.settle()
    // Says that the ticket moved: `transferido` of the customer would name a gender.
    expect(await systemBodies()).toEqual([
      expect.stringContaining('Seu atendimento foi transferido para o setor *Vendas*.'),
    ])
    expect(await waitingState()).toEqual({ ...before, chatbot: 0 }) // a person's transfer ends the robot's part
  })

  test('a rejected call does not mark a waiting ticket as read', async () => {
    const { systemScope, ref, waitingState, setSetting, systemBodies, acme } = await createWaitingTicket()
    await setSetting('call', 'disabled')
    const call = { callId: 'C1', from: personIdentity(number), isVideo: false, at: new Date().toISOString() }
    await receiveCall(systemScope(), ref, call)
    expect(await systemBodies()).toHaveLength(1)
    expect(await waitingState()).toMatchObject({ unreadMessages: 5, chatbot: 1, firstResponseAt: null })
    expect(await acme.select('tickets').select('status').execute()).toEqual([{ status: 'pending' }])
  })

  test('an acceptance does not count as first response', async () => {
    const { clientAs, id, waitingState, jobs, setSetting, systemBodies } = await createWaitingTicket()
    await setSetting('sendGreetingAccepted', 'enabled')
    await clientAs('bob').tickets({ id }).put({ status: 'open' })
    await jobs.settle()
    expect(await systemBodies()).toHaveLength(1)
    expect(await waitingState()).toMatchObject({ unreadMessages: 4, firstResponseAt: null })
  })

  test('the farewell does not mark a message that arrives after the close as read', async () => {
    const { scopeOf, id, ref, jobs, acme, systemScope, systemBodies } = await createWaitingTicket()
    await acme.transaction((tx) => tx.update('connections').set({ complationMessage: 'Até logo' }).execute())
    await changeTicket(scopeOf('bob'), id, { status: 'open' })
    await closeTicket(scopeOf('bob'), id)
    await jobs.settle()
    expect(await systemBodies()).toEqual(['Até logo'])
    setSystemTime(new Date(Date.now() + 1000))
    await receiveBatch(systemScope(), ref, [textMessage({ body: 'Só mais uma coisa', chat: personIdentity(number) })])
    setSystemTime()
    expect(await acme.select('tickets').select(['status', 'unreadMessages']).execute()).toEqual([
      { status: 'pending', unreadMessages: 1 },
    ])
  })
})

test("an agent's message clears unread, stops the chatbot and records the first response", async () => {
  const { scopeOf, clientAs, id, waitingState } = await createWaitingTicket()
  await changeTicket(scopeOf('bob'), id, { userId: people.bob.id })
  await clientAs('bob').messages({ id }).post({ body: 'Tem sim' })
  expect(await waitingState()).toMatchObject({ unreadMessages: 0, chatbot: 0, firstResponseAt: expect.any(String) })
})

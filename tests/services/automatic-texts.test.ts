import { describe, expect, setSystemTime, test } from 'bun:test'
import { receiveCall } from '../../src/features/messages/calls'
import { receiveBatch } from '../../src/features/messages/receive'
import { createOutboundMessages } from '../../src/features/messages/send'
import { changeTicket, closeTicket } from '../../src/features/tickets/change'
import { getTicketRow } from '../../src/features/tickets/read'
import { type Origin, origins } from '../../src/shared/enums'
import { personIdentity, textMessage } from '../inbound-events'
import { createInstallation, people } from '../installation'

const number = '5511977770000'

/** A customer of queue 1 who waits since a quarter of an hour ago with four unread messages, and a robot that asks. */
async function waiting() {
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
  /** What must not change when no person answered. */
  const waits = async () => {
    const ticket = await installation.acme.select('tickets').selectAll().executeTakeFirstOrThrow()
    const { unreadMessages, chatbot, lastMessageAt } = ticket
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
    return { unreadMessages, chatbot, lastMessageAt, queuedAt, startedAt, firstResponseAt, read: read.length }
  }
  const setting = (key: string, value: string) =>
    installation.acme.transaction((tx) => tx.insert('settings', { key, value }).execute())
  const said = async () =>
    (await installation.acme.select('messages').select('body').where('origin', '=', 'system').execute()).map(
      ({ body }) => body,
    )
  return { ...installation, id, ref, waits, setting, said }
}

const automatic = origins.filter((origin) => !['customer', 'agent', 'phone'].includes(origin))

test.each(automatic)(
  'a text of origin %s leaves unread, waiting time, first answer and robot as they were',
  async (origin) => {
    const { systemScope, id, waits } = await waiting()
    const before = await waits()
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
    expect(await waits()).toEqual(before)
  },
)

describe('the text about', () => {
  test('a transfer leaves a waiting customer unread', async () => {
    const { scopeOf, id, waits, jobs, setting, said } = await waiting()
    await setting('sendMsgTransfTicket', 'enabled')
    const before = await waits()
    await changeTicket(scopeOf('ana'), id, { queueId: 2 })
    await jobs.settle()
    expect(await said()).toHaveLength(1)
    expect(await waits()).toEqual(before)
  })

  test('a refused call leaves a waiting customer unread', async () => {
    const { systemScope, ref, waits, setting, said, acme } = await waiting()
    await setting('call', 'disabled')
    const call = { callId: 'C1', from: personIdentity(number), isVideo: false, at: new Date().toISOString() }
    await receiveCall(systemScope(), ref, call)
    expect(await said()).toHaveLength(1)
    expect(await waits()).toMatchObject({ unreadMessages: 5, chatbot: 1, firstResponseAt: null })
    expect(await acme.select('tickets').select('status').execute()).toEqual([{ status: 'pending' }])
  })

  test('an acceptance is no first answer', async () => {
    const { clientAs, id, waits, jobs, setting, said } = await waiting()
    await setting('sendGreetingAccepted', 'enabled')
    await clientAs('bob').tickets({ id }).put({ status: 'open' })
    await jobs.settle()
    expect(await said()).toHaveLength(1)
    expect(await waits()).toMatchObject({ unreadMessages: 4, firstResponseAt: null })
  })

  test('a farewell does not answer the customer who wrote after the close', async () => {
    const { scopeOf, id, ref, jobs, acme, systemScope, said } = await waiting()
    await acme.transaction((tx) => tx.update('connections').set({ complationMessage: 'Até logo' }).execute())
    await changeTicket(scopeOf('bob'), id, { status: 'open' })
    await closeTicket(scopeOf('bob'), id)
    await jobs.settle()
    expect(await said()).toEqual(['Até logo'])
    setSystemTime(new Date(Date.now() + 1000))
    await receiveBatch(systemScope(), ref, [textMessage({ body: 'Só mais uma coisa', chat: personIdentity(number) })])
    setSystemTime()
    expect(await acme.select('tickets').select(['status', 'unreadMessages']).execute()).toEqual([
      { status: 'pending', unreadMessages: 1 },
    ])
  })
})

test('the words of an agent answer: unread 0, the robot silent, the first answer noted', async () => {
  const { scopeOf, clientAs, id, waits } = await waiting()
  await changeTicket(scopeOf('bob'), id, { userId: people.bob.id })
  await clientAs('bob').messages({ id }).post({ body: 'Tem sim' })
  expect(await waits()).toMatchObject({ unreadMessages: 0, chatbot: 0, firstResponseAt: expect.any(String) })
})

import { describe, expect, setSystemTime, test } from 'bun:test'
import { applyAcks } from '../../../src/features/inbox/messages/acks'
import { deleteMessage, editMessage, reactToMessage, retryMessage } from '../../../src/features/inbox/messages/change'
import { listMessages } from '../../../src/features/inbox/messages/read/pages'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { answerTicket } from '../../../src/features/inbox/messages/send/answer'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import { deleteTicket } from '../../../src/features/inbox/tickets/create'
import { AppError } from '../../../src/shared/errors'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation, errorAnswer, type Name } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { recordStatements } from '../../recorded-statements'

/** Bob's open ticket with a customer on a connection that is open by default. */
async function createOpenTicket({ open = true } = {}) {
  const installation = await createInstallation()
  const connection = await installation.insertConnection()
  const ref = { companyId: connection.companyId, whatsappId: connection.id }
  const { id: contactId, number } = await installation.insertContact('acme')
  const ticket = await installation.insertTicket({
    status: 'open',
    userId: 3,
    queueId: 1,
    contactId,
    whatsappId: connection.id,
  })
  if (open) installation.whatsapp.openConnections.add(connection.id)
  const send = async (body = 'Oi', options: { as?: Name; quotedId?: number; key?: string; content?: string } = {}) => {
    const { as = 'bob', quotedId = null, key, content = body } = options
    const request = key ? { key, content } : undefined
    const [message] = await sendMessage(installation.scopeOf(as), ticket.id, { body, quotedId, files: [] }, request)
    return message as NonNullable<typeof message>
  }
  const receive = async (values = {}) => {
    const message = textMessage({ chat: personIdentity(number), ...values })
    await receiveBatch(installation.systemScope(), ref, [message])
    return installation.acme.select('messages').selectAll().where('waId', '=', message.waId).executeTakeFirstOrThrow()
  }
  const messageRow = (id: number) =>
    installation.acme.select('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ticketRow = () => installation.acme.select('tickets').selectAll().executeTakeFirstOrThrow()
  const openConnection = async () => {
    installation.whatsapp.openConnections.add(connection.id)
    await installation.ports.releaseJobs(`wa:${connection.id}`)
    await installation.jobs.settle()
  }
  const applyRefusal = (code: string, waId: string) =>
    applyAcks(installation.systemScope(), ref, [{ waId, ack: -1, error: code }])
  const jobRows = () => installation.acme.select('jobs').select(['name', 'lane', 'waitsFor', 'failedAt']).execute()
  return {
    ...installation,
    ref,
    ticketId: ticket.id,
    send,
    receive,
    messageRow,
    ticketRow,
    openConnection,
    applyRefusal,
    jobRows,
  }
}

test('a reply is stored with its WhatsApp id, published at once and sent under the same id', async () => {
  const { send, messageRow, ticketRow, whatsapp, jobs, published, receive, ref, jobRows } = await createOpenTicket()
  await receive()
  published.length = 0
  const message = await send('Claro!')
  expect(message).toMatchObject({
    ack: 0,
    origin: 'agent',
    userId: 3,
    senderName: 'Bob',
    waId: expect.stringMatching(/^3EB0[0-9A-F]{18}$/),
  })
  expect(published.map(({ entity }) => entity)).toEqual(['appMessage', 'ticket'])
  expect(await ticketRow()).toMatchObject({ unreadMessages: 0, lastMessage: 'Claro!', lastMessageFromMe: 1 })
  const { waId } = await messageRow(message.id)
  expect((await jobRows()).filter(({ name }) => name === 'message.deliver')).toMatchObject([
    { lane: `wa:${ref.whatsappId}/ticket:1`, waitsFor: null },
  ])
  await jobs.settle()
  expect(whatsapp.sent).toMatchObject([{ waId, content: { type: 'text', body: 'Claro!' } }])
  expect(await messageRow(message.id)).toMatchObject({ ack: 0, proto: new TextEncoder().encode(`proto ${waId}`) })
  expect((await jobRows()).filter(({ name }) => name === 'message.deliver')).toEqual([])
})

test('the echo of an own message changes only a lower ack', async () => {
  const { send, messageRow, receive, acme } = await createOpenTicket()
  const message = await send()
  await receive({ waId: message.waId, fromMe: true, ack: 1, chat: personIdentity(null, '900009') })
  expect(await messageRow(message.id)).toMatchObject({ ack: 1, origin: 'agent' })
  expect(await acme.select('messages').select('id').execute()).toHaveLength(1)
  expect(await acme.select('contacts').select('id').execute()).toHaveLength(1)
})

test('replies wait while the connection is closed and are sent in their order', async () => {
  const { send, whatsapp, jobs, openConnection, messageRow } = await createOpenTicket({ open: false })
  const ids = []
  for (const body of ['um', 'dois', 'três']) ids.push((await send(body)).id)
  await jobs.settle()
  expect(whatsapp.sent).toEqual([])
  await openConnection()
  expect(whatsapp.sent.map(({ content }) => content)).toMatchObject([
    { body: 'um' },
    { body: 'dois' },
    { body: 'três' },
  ])
  expect(await messageRow(ids[0] as number)).toMatchObject({ ack: 0 })
})

test('a connection that closes during sending uses up no attempt', async () => {
  const { send, whatsapp, jobs, acme, openConnection } = await createOpenTicket()
  whatsapp.networkError = new AppError('ERR_WAPP_NOT_INITIALIZED')
  await send()
  await jobs.settle()
  expect(await acme.select('jobs').select(['attempts', 'waitsFor']).execute()).toMatchObject([
    { attempts: 0, waitsFor: expect.stringMatching(/^wa:/) },
  ])
  whatsapp.networkError = null
  await openConnection()
  expect(await acme.select('jobs').select('id').execute()).toEqual([])
})

test('a message fails with a cause after the last attempt, and a retry sends it under the same id', async () => {
  const { send, whatsapp, jobs, acme, messageRow, scopeOf } = await createOpenTicket()
  whatsapp.networkError = new Error('no')
  const message = await send()
  await acme.transaction((tx) => tx.update('jobs').set({ attempts: 7 }).execute())
  await jobs.settle()
  expect(await messageRow(message.id)).toMatchObject({ ack: -1, error: 'ERR_SENDING_WAPP_MSG', proto: null })
  whatsapp.networkError = null
  const again = await retryMessage(scopeOf('bob'), message.id)
  expect(again).toMatchObject({ ack: 0, error: null, waId: message.waId })
  await jobs.settle()
  expect(whatsapp.sent.at(-1)).toMatchObject({ waId: message.waId })
})

test('a message refused by WhatsApp is not resent automatically, and a retry sends it under a new id', async () => {
  const { send, whatsapp, jobs, messageRow, scopeOf, applyRefusal } = await createOpenTicket()
  const message = await send()
  await jobs.settle()
  await applyRefusal('463', message.waId)
  expect(await messageRow(message.id)).toMatchObject({ ack: -1, error: '463' })
  await jobs.settle()
  expect(whatsapp.sent).toHaveLength(1)
  const again = await retryMessage(scopeOf('bob'), message.id)
  expect(again.waId).not.toBe(message.waId)
  await jobs.settle()
  expect(whatsapp.sent).toMatchObject([{ waId: message.waId }, { waId: again.waId }])
  await retryMessage(scopeOf('bob'), message.id)
  await jobs.settle()
  expect(whatsapp.sent).toHaveLength(2)
})

test('a delivery job that runs again after WhatsApp accepted the message sends nothing', async () => {
  const { send, whatsapp, jobs, ref, systemScope } = await createOpenTicket({ open: false })
  const message = await send()
  await applyAcks(systemScope(), ref, [{ waId: message.waId, ack: 1, error: null }])
  whatsapp.openConnections.add(ref.whatsappId)
  await jobs.release(`wa:${ref.whatsappId}`)
  await jobs.settle()
  expect(whatsapp.sent).toEqual([])
})

describe('a repeated request', () => {
  test('creates one message and returns the same answer, also concurrently', async () => {
    const { send, acme } = await createOpenTicket()
    const answers = await Promise.all([1, 2, 3].map(() => send('Oi', { key: 'k1' })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await send('Oi', { key: 'k1' })).toEqual(answers[0] as never)
    expect(await acme.select('messages').select('id').execute()).toHaveLength(1)
  })

  test('is identified by clientId in pages of its sender only', async () => {
    const { send, scopeOf, ticketId } = await createOpenTicket()
    const { id } = await send('Oi', { key: 'k1' })
    await send('sem chave')
    expect((await listMessages(scopeOf('bob'), ticketId, {})).sent).toEqual([{ id, clientId: 'k1' }])
    expect((await listMessages(scopeOf('ana'), ticketId, {})).sent).toEqual([])
  })

  test.each([
    ['first', 0],
    ['second', 1],
    ['last', 2],
  ])('after the deletion of its %s message returns the other two and sends nothing', async (_, deleted) => {
    const { scopeOf, ticketId, acme, send } = await createOpenTicket({ open: false })
    const medias = ['um', 'dois', 'três'].map((text) => new File([text], `${text}.txt`))
    const ask = () => answerTicket(scopeOf('bob'), ticketId, { medias }, 'k1')
    const ids = ({ messages }: Awaited<ReturnType<typeof answerTicket>>) => messages.map(({ id }) => id)
    const made = ids(await ask())
    const fail = { ack: -1, error: 'ERR_SENDING_WAPP_MSG' } as const
    await acme.transaction((tx) => tx.update('messages').set(fail).execute())
    await deleteMessage(scopeOf('bob'), made[deleted] as number)
    await send('outra coisa')
    expect(ids(await ask())).toEqual(made.toSpliced(deleted, 1))
    expect(await acme.select('messages').select('id').execute()).toHaveLength(3)
  })

  test('after the deletion of its only message returns none and sends nothing', async () => {
    const { scopeOf, ticketId, acme, send, jobs, applyRefusal } = await createOpenTicket()
    const { id, waId } = await send('Oi', { key: 'k1', content: 'a' })
    await jobs.settle()
    await applyRefusal('463', waId)
    await deleteMessage(scopeOf('bob'), id)
    const draft = { body: 'Oi', quotedId: null, files: [] }
    expect(await sendMessage(scopeOf('bob'), ticketId, draft, { key: 'k1', content: 'a' })).toEqual([])
    expect(await acme.select('messages').select('id').execute()).toEqual([])
  })

  test('after the deletion of its ticket is refused, also when newer tickets exist', async () => {
    const { scopeOf, ticketId, send, insertTicket } = await createOpenTicket()
    await send('Oi', { key: 'k1' })
    await deleteTicket(scopeOf('ana'), ticketId)
    await insertTicket({ status: 'open', userId: 3 })
    await expect(send('Oi', { key: 'k1' })).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
  })

  test('with other content is refused; keys count per user', async () => {
    const { send, acme } = await createOpenTicket()
    await send('Oi', { key: 'k1' })
    await expect(send('Tchau', { key: 'k1' })).rejects.toMatchObject({ code: 'ERR_IDEMPOTENCY_REUSED' })
    await send('Oi', { key: 'k1', as: 'ana' })
    expect(await acme.select('messages').select('body').execute()).toEqual([{ body: 'Oi' }, { body: 'Oi' }])
  })
})

test('a reply to a deleted ticket is refused, also when the same user holds a newer one', async () => {
  const { clientAs, scopeOf, ticketId, insertTicket, acme } = await createOpenTicket()
  await deleteTicket(scopeOf('ana'), ticketId)
  const newer = await insertTicket({ status: 'open', userId: 3 })
  expect(newer.id).toBeGreaterThan(ticketId)
  const reply = clientAs('bob').messages({ id: ticketId }).post({ body: 'Segue o seu contrato' })
  expect(await reply).toMatchObject(errorAnswer(404, 'ERR_NO_TICKET_FOUND'))
  expect(await acme.select('messages').select('id').execute()).toEqual([])
})

test.each([
  ['pending', 'bob', 'ERR_TICKET_NOT_OPEN'],
  ['closed', 'ana', 'ERR_TICKET_NOT_OPEN'],
  ['open', 'caio', 'ERR_NO_PERMISSION'],
  ['open', 'rui', 'ERR_NO_TICKET_FOUND'],
] as const)('a reply to a %s ticket by %s is refused with %s', async (status, as, code) => {
  const { send, acme, published } = await createOpenTicket()
  await acme.transaction((tx) => tx.update('tickets').set({ status }).execute())
  await expect(send('Oi', { as })).rejects.toMatchObject({ code })
  expect(await acme.select('messages').select('id').execute()).toEqual([])
  expect(published).toEqual([])
})

test('a quote is sent with the quoted message; a message of another chat is not found', async () => {
  const { send, receive, whatsapp, jobs, published } = await createOpenTicket()
  const question = await receive({ body: 'quanto custa?', proto: new Uint8Array([7]) })
  const elsewhere = await receive({ chat: personIdentity('5511911111111') })
  await expect(send('Dez', { quotedId: elsewhere.id })).rejects.toMatchObject({ code: 'ERR_NO_MESSAGE_FOUND' })
  const answer = await send('Dez', { quotedId: question.id })
  expect(answer.quotedMsg).toMatchObject({ id: question.id, body: 'quanto custa?', fromMe: false })
  await jobs.settle()
  expect(whatsapp.sent).toMatchObject([{ waId: answer.waId, quoted: new Uint8Array([7]) }])
  expect(answer.waId).not.toBe(question.waId)
  expect(answer.quotedMsg).toMatchObject({ waId: question.waId })
  const message = { id: answer.id, waId: answer.waId, quotedMsg: expect.objectContaining({ waId: question.waId }) }
  expect(published).toContainEqual(
    expect.objectContaining({
      entity: 'appMessage',
      payload: expect.objectContaining({ message: expect.objectContaining(message) }),
    }),
  )
})

describe('deletion, edits and reactions', () => {
  test('deletion marks the message at once and a job revokes it on WhatsApp', async () => {
    const { send, jobs, whatsapp, scopeOf } = await createOpenTicket()
    const message = await send()
    await jobs.settle()
    expect(await deleteMessage(scopeOf('bob'), message.id)).toMatchObject({ isDeleted: true, body: 'Oi' })
    await jobs.settle()
    expect(whatsapp.sent[1]).toMatchObject({ content: { type: 'delete', targetWaId: message.waId } })
  })

  test('an unsent message is only marked as deleted and never sent', async () => {
    const { send, scopeOf, openConnection, whatsapp } = await createOpenTicket({ open: false })
    const message = await send()
    await deleteMessage(scopeOf('bob'), message.id)
    await openConnection()
    expect(whatsapp.sent).toEqual([])
  })

  test('a message deleted while it is being sent is revoked', async () => {
    const { send, scopeOf, jobs, whatsapp } = await createOpenTicket()
    const message = await send()
    const { send: usual } = whatsapp
    whatsapp.send = async (...args) => {
      whatsapp.send = usual
      const proto = await whatsapp.send(...args)
      await deleteMessage(scopeOf('bob'), message.id)
      return proto
    }
    await jobs.settle()
    expect(whatsapp.sent.map(({ content }) => content.type)).toEqual(['text', 'delete'])
  })

  test('a failed message that was never sent is removed, and the preview shows the message before', async () => {
    const { send, receive, jobs, applyRefusal, scopeOf, acme, ticketRow, published, whatsapp } =
      await createOpenTicket()
    await receive({ body: 'Tem bolo?' })
    const message = await send('Tem sim', { key: 'k1' })
    await jobs.settle()
    await applyRefusal('463', message.waId)
    published.length = 0
    expect(await deleteMessage(scopeOf('bob'), message.id)).toEqual({ id: message.id, discarded: true })
    expect(await acme.select('messages').select('body').execute()).toEqual([{ body: 'Tem bolo?' }])
    expect(await ticketRow()).toMatchObject({ lastMessage: 'Tem bolo?', lastMessageFromMe: 0 })
    expect(published).toMatchObject([
      {
        entity: 'appMessage',
        payload: { action: 'delete', messageId: message.id, ticket: { lastMessage: 'Tem bolo?' } },
      },
    ])
    await jobs.settle()
    expect(whatsapp.sent.map(({ content }) => content.type)).toEqual(['text'])
  })

  test('a failed message that may have arrived stays, marked as deleted, and is revoked', async () => {
    const { send, jobs, messageRow, scopeOf, acme, whatsapp } = await createOpenTicket()
    const message = await send()
    await jobs.settle()
    await acme.transaction((tx) => tx.update('messages').set({ ack: -1, error: 'ERR_SENDING_WAPP_MSG' }).execute())
    expect(await deleteMessage(scopeOf('bob'), message.id)).toMatchObject({ isDeleted: true, body: 'Oi' })
    await jobs.settle()
    expect(await messageRow(message.id)).toMatchObject({ isDeleted: 1 })
    expect(whatsapp.sent.map(({ content }) => content.type)).toEqual(['text', 'delete'])
  })

  test('a retried message that may have arrived keeps its id and is not discarded', async () => {
    const { send, jobs, scopeOf, acme, whatsapp } = await createOpenTicket()
    const message = await send()
    await jobs.settle()
    const giveUp = () =>
      acme.transaction((tx) => tx.update('messages').set({ ack: -1, error: 'ERR_SENDING_WAPP_MSG' }).execute())
    await giveUp()
    const { waId, detail } = await retryMessage(scopeOf('bob'), message.id)
    expect([waId, detail]).toEqual([message.waId, {}])
    await acme.transaction((tx) => tx.delete('jobs').execute())
    await giveUp() // this time before anything is sent
    expect(await deleteMessage(scopeOf('bob'), message.id)).toMatchObject({ isDeleted: true })
    await jobs.settle()
    expect(whatsapp.sent.map(({ content }) => content)).toMatchObject([
      { type: 'text' },
      { type: 'delete', targetWaId: message.waId },
    ])
  })

  test('a message that may have arrived is not discarded when WhatsApp refuses its repetition', async () => {
    const { send, jobs, scopeOf, acme, applyRefusal } = await createOpenTicket()
    const message = await send()
    await jobs.settle()
    await acme.transaction((tx) => tx.update('messages').set({ ack: -1, error: 'ERR_SENDING_WAPP_MSG' }).execute())
    await retryMessage(scopeOf('bob'), message.id)
    await jobs.settle()
    await applyRefusal('463', message.waId)
    expect(await deleteMessage(scopeOf('bob'), message.id)).toMatchObject({ isDeleted: true })
  })

  test('a failed message is discarded only by users who may change the ticket', async () => {
    const { send, whatsapp, jobs, acme, messageRow, scopeOf } = await createOpenTicket()
    whatsapp.networkError = new Error('no')
    const message = await send()
    await acme.transaction((tx) => tx.update('jobs').set({ attempts: 7 }).execute())
    await jobs.settle()
    await expect(deleteMessage(scopeOf('caio'), message.id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    await expect(deleteMessage(scopeOf('rui'), message.id)).rejects.toMatchObject({ code: 'ERR_NO_MESSAGE_FOUND' })
    expect(await messageRow(message.id)).toMatchObject({ ack: -1 })
    expect(await deleteMessage(scopeOf('bob'), message.id)).toMatchObject({ discarded: true })
  })

  test("another user's message and one that is too old cannot be deleted", async () => {
    const { send, receive, scopeOf } = await createOpenTicket()
    const [mine, theirs] = [await send(), await receive()]
    await expect(deleteMessage(scopeOf('bob'), theirs.id)).rejects.toMatchObject({ code: 'ERR_DELETE_WAPP_MSG' })
    await expect(deleteMessage(scopeOf('caio'), mine.id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    await expect(deleteMessage(scopeOf('rui'), mine.id)).rejects.toMatchObject({ code: 'ERR_NO_MESSAGE_FOUND' })
    setSystemTime(Date.now() + 61 * 3_600_000)
    const late = deleteMessage(scopeOf('bob'), mine.id)
    await expect(late).rejects.toMatchObject({ code: 'ERR_DELETE_WAPP_MSG' })
    setSystemTime()
  })

  test('a text can be edited for 15 minutes, with its history stored', async () => {
    const { send, jobs, whatsapp, scopeOf, acme, ticketRow } = await createOpenTicket()
    const message = await send('Dez reais')
    expect(await editMessage(scopeOf('bob'), message.id, 'Doze reais')).toMatchObject({
      body: 'Doze reais',
      isEdited: true,
    })
    await jobs.settle()
    expect(whatsapp.sent.map(({ content }) => content)).toMatchObject([
      { type: 'text' },
      { type: 'edit', targetWaId: message.waId, body: 'Doze reais' },
    ])
    expect(await ticketRow()).toMatchObject({ lastMessage: 'Doze reais' })
    expect(await acme.select('message_edits').select('body').execute()).toEqual([{ body: 'Dez reais' }])
    setSystemTime(Date.now() + 16 * 60_000)
    const late = editMessage(scopeOf('bob'), message.id, 'Vinte')
    await expect(late).rejects.toMatchObject({ code: 'ERR_EDIT_WAPP_MSG' })
    setSystemTime()
  })

  test('a reaction is sent for its message and can be removed', async () => {
    const { receive, jobs, whatsapp, scopeOf } = await createOpenTicket()
    const question = await receive()
    expect(await reactToMessage(scopeOf('bob'), question.id, '👍')).toMatchObject({
      reactions: [{ sender: 'me', emoji: '👍' }],
    })
    await jobs.settle()
    await reactToMessage(scopeOf('bob'), question.id, '')
    await jobs.settle()
    const about = { type: 'reaction', targetWaId: question.waId, targetFromMe: false, participant: null }
    expect(whatsapp.sent.map(({ content }) => content)).toEqual([
      { ...about, emoji: '👍' },
      { ...about, emoji: '' },
    ] as never)
  })
})

describe('statements of an accepted reply', () => {
  const record = (made: Awaited<ReturnType<typeof createOpenTicket>>, body: string) =>
    recordStatements(made.store, () => made.send(body, { key: body })).then((statements) =>
      statements.flatMap(({ text, count }) =>
        Array<string>(count).fill(/^\w+ (?:into )?/.exec(text)?.[0]?.trim() ?? ''),
      ),
    )

  sqliteTest('a reply over a closed connection takes two reads and four writes', async () => {
    const made = await createOpenTicket({ open: false })
    await record(made, 'first')
    expect((await record(made, 'second')).toSorted()).toEqual([
      ...['insert into', 'insert into', 'insert into'],
      ...['select', 'select', 'update'],
    ])
  })

  sqliteTest(
    'a reply over an open connection makes its group due by one statement more, and ends a wait by none',
    async () => {
      const made = await createOpenTicket()
      await made.receive()
      await record(made, 'first')
      await made.jobs.settle()
      await made.receive()
      expect(await record(made, 'second')).toHaveLength(7)
    },
  )
})

import { describe, expect, setSystemTime, test } from 'bun:test'
import { applyAcks } from '../../src/features/messages/acks'
import { answerTicket } from '../../src/features/messages/answer'
import { deleteMessage, editMessage, reactToMessage, retryMessage } from '../../src/features/messages/change'
import { listMessages } from '../../src/features/messages/pages'
import { receiveBatch } from '../../src/features/messages/receive'
import { sendMessage } from '../../src/features/messages/send'
import { deleteTicket } from '../../src/features/tickets/create'
import { AppError } from '../../src/shared/errors'
import { personIdentity, textMessage } from '../inbound-events'
import { createInstallation, errorAnswer, type Name } from '../installation'

/** Bob's open ticket with a customer, on a connection that is open unless told. */
async function conversation({ open = true } = {}) {
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
  const row = (id: number) =>
    installation.acme.select('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ticketRow = () => installation.acme.select('tickets').selectAll().executeTakeFirstOrThrow()
  const opens = async () => {
    installation.whatsapp.openConnections.add(connection.id)
    await installation.ports.releaseJobs(`wa:${connection.id}`)
    await installation.jobs.settle()
  }
  const refusedBy = (code: string, waId: string) =>
    applyAcks(installation.systemScope(), ref, [{ waId, ack: -1, error: code }])
  const jobRows = () => installation.acme.select('jobs').select(['name', 'lane', 'waitsFor', 'failedAt']).execute()
  return { ...installation, ref, ticketId: ticket.id, send, receive, row, ticketRow, opens, refusedBy, jobRows }
}

test('an answer is stored with its id, told at once, delivered under the same id', async () => {
  const { send, row, ticketRow, whatsapp, jobs, published, receive, ref, jobRows } = await conversation()
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
  const { waId } = await row(message.id)
  expect((await jobRows()).filter(({ name }) => name === 'message.deliver')).toMatchObject([
    { lane: `wa:${ref.whatsappId}/ticket:1`, waitsFor: null },
  ])
  await jobs.settle()
  expect(whatsapp.sent).toMatchObject([{ waId, content: { type: 'text', body: 'Claro!' } }])
  expect(await row(message.id)).toMatchObject({ ack: 0, proto: new TextEncoder().encode(`proto ${waId}`) })
  expect((await jobRows()).filter(({ name }) => name === 'message.deliver')).toEqual([])
})

test('our own echo changes nothing but a higher ack', async () => {
  const { send, row, receive, acme } = await conversation()
  const message = await send()
  await receive({ waId: message.waId, fromMe: true, ack: 1, chat: personIdentity(null, '900009') })
  expect(await row(message.id)).toMatchObject({ ack: 1, origin: 'agent' })
  expect(await acme.select('messages').select('id').execute()).toHaveLength(1)
  expect(await acme.select('contacts').select('id').execute()).toHaveLength(1)
})

test('while the connection is away answers wait, and leave in their order', async () => {
  const { send, whatsapp, jobs, opens, row } = await conversation({ open: false })
  const ids = []
  for (const body of ['um', 'dois', 'três']) ids.push((await send(body)).id)
  await jobs.settle()
  expect(whatsapp.sent).toEqual([])
  await opens()
  expect(whatsapp.sent.map(({ content }) => content)).toMatchObject([
    { body: 'um' },
    { body: 'dois' },
    { body: 'três' },
  ])
  expect(await row(ids[0] as number)).toMatchObject({ ack: 0 })
})

test('a connection that breaks during the sending costs no attempt', async () => {
  const { send, whatsapp, jobs, acme, opens } = await conversation()
  whatsapp.networkError = new AppError('ERR_WAPP_NOT_INITIALIZED')
  await send()
  await jobs.settle()
  expect(await acme.select('jobs').select(['attempts', 'waitsFor']).execute()).toMatchObject([
    { attempts: 0, waitsFor: expect.stringMatching(/^wa:/) },
  ])
  whatsapp.networkError = null
  await opens()
  expect(await acme.select('jobs').select('id').execute()).toEqual([])
})

test('after the last attempt it has failed, with a cause; a person can try again under the same id', async () => {
  const { send, whatsapp, jobs, acme, row, scopeOf } = await conversation()
  whatsapp.networkError = new Error('no')
  const message = await send()
  await acme.transaction((tx) => tx.update('jobs').set({ attempts: 7 }).execute())
  await jobs.settle()
  expect(await row(message.id)).toMatchObject({ ack: -1, error: 'ERR_SENDING_WAPP_MSG', proto: null })
  whatsapp.networkError = null
  const again = await retryMessage(scopeOf('bob'), message.id)
  expect(again).toMatchObject({ ack: 0, error: null, waId: message.waId })
  await jobs.settle()
  expect(whatsapp.sent.at(-1)).toMatchObject({ waId: message.waId })
})

test('what WhatsApp refused is not sent again by itself, and by a person under a new id', async () => {
  const { send, whatsapp, jobs, row, scopeOf, refusedBy } = await conversation()
  const message = await send()
  await jobs.settle()
  await refusedBy('463', message.waId)
  expect(await row(message.id)).toMatchObject({ ack: -1, error: '463' })
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

test('a delivery that runs again after WhatsApp took the message does nothing', async () => {
  const { send, whatsapp, jobs, ref, systemScope } = await conversation({ open: false })
  const message = await send()
  await applyAcks(systemScope(), ref, [{ waId: message.waId, ack: 1, error: null }])
  whatsapp.openConnections.add(ref.whatsappId)
  await jobs.release(`wa:${ref.whatsappId}`)
  await jobs.settle()
  expect(whatsapp.sent).toEqual([])
})

describe('the same request twice', () => {
  test('is one message and one answer, also at the same time', async () => {
    const { send, acme } = await conversation()
    const answers = await Promise.all([1, 2, 3].map(() => send('Oi', { key: 'k1' })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await send('Oi', { key: 'k1' })).toEqual(answers[0] as never)
    expect(await acme.select('messages').select('id').execute()).toHaveLength(1)
  })

  test('a page tells its sender, and nobody else, which of their requests it answers', async () => {
    const { send, scopeOf, ticketId } = await conversation()
    const { id } = await send('Oi', { key: 'k1' })
    await send('sem chave')
    expect((await listMessages(scopeOf('bob'), ticketId, {})).sent).toEqual([{ id, clientId: 'k1' }])
    expect((await listMessages(scopeOf('ana'), ticketId, {})).sent).toEqual([])
  })

  test.each([
    ['first', 0],
    ['second', 1],
    ['last', 2],
  ])('a repeat after the deletion of its %s message returns the other two and sends nothing', async (_, deleted) => {
    const { scopeOf, ticketId, acme, send } = await conversation({ open: false })
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

  test('a repeat after the deletion of its only message returns none and sends nothing', async () => {
    const { scopeOf, ticketId, acme, send, jobs, refusedBy } = await conversation()
    const { id, waId } = await send('Oi', { key: 'k1', content: 'a' })
    await jobs.settle()
    await refusedBy('463', waId)
    await deleteMessage(scopeOf('bob'), id)
    const draft = { body: 'Oi', quotedId: null, files: [] }
    expect(await sendMessage(scopeOf('bob'), ticketId, draft, { key: 'k1', content: 'a' })).toEqual([])
    expect(await acme.select('messages').select('id').execute()).toEqual([])
  })

  test('a repeat after the deletion of its ticket is refused, also when newer tickets have come', async () => {
    const { scopeOf, ticketId, send, insertTicket } = await conversation()
    await send('Oi', { key: 'k1' })
    await deleteTicket(scopeOf('ana'), ticketId)
    await insertTicket({ status: 'open', userId: 3 })
    await expect(send('Oi', { key: 'k1' })).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
  })

  test('another request under the same key is refused; another person has keys of their own', async () => {
    const { send, acme } = await conversation()
    await send('Oi', { key: 'k1' })
    await expect(send('Tchau', { key: 'k1' })).rejects.toMatchObject({ code: 'ERR_IDEMPOTENCY_REUSED' })
    await send('Oi', { key: 'k1', as: 'ana' })
    expect(await acme.select('messages').select('body').execute()).toEqual([{ body: 'Oi' }, { body: 'Oi' }])
  })
})

test('an answer to a deleted ticket is refused, also when the same user holds a newer one', async () => {
  const { clientAs, scopeOf, ticketId, insertTicket, acme } = await conversation()
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
] as const)('a %s ticket does not take an answer of %s: %s', async (status, as, code) => {
  const { send, acme, published } = await conversation()
  await acme.transaction((tx) => tx.update('tickets').set({ status }).execute())
  await expect(send('Oi', { as })).rejects.toMatchObject({ code })
  expect(await acme.select('messages').select('id').execute()).toEqual([])
  expect(published).toEqual([])
})

test('a quote travels with the message it quotes; of another chat it is not found', async () => {
  const { send, receive, whatsapp, jobs, published } = await conversation()
  const question = await receive({ body: 'quanto custa?', proto: new Uint8Array([7]) })
  const elsewhere = await receive({ chat: personIdentity('5511911111111') })
  await expect(send('Dez', { quotedId: elsewhere.id })).rejects.toMatchObject({ code: 'ERR_NO_MESSAGE_FOUND' })
  const answer = await send('Dez', { quotedId: question.id })
  expect(answer.quotedMsg).toMatchObject({ id: question.id, body: 'quanto custa?', fromMe: false })
  await jobs.settle()
  expect(whatsapp.sent).toMatchObject([{ waId: answer.waId, quoted: new Uint8Array([7]) }])
  expect(answer.quotedMsg).toMatchObject({ waId: question.waId })
  const message = { id: answer.id, waId: answer.waId, quotedMsg: expect.objectContaining({ waId: question.waId }) }
  expect(published).toContainEqual(
    expect.objectContaining({
      entity: 'appMessage',
      payload: expect.objectContaining({ message: expect.objectContaining(message) }),
    }),
  )
})

describe('taking back and changing', () => {
  test('deleting for everyone marks at once and revokes by a job', async () => {
    const { send, jobs, whatsapp, scopeOf } = await conversation()
    const message = await send()
    await jobs.settle()
    expect(await deleteMessage(scopeOf('bob'), message.id)).toMatchObject({ isDeleted: true, body: 'Oi' })
    await jobs.settle()
    expect(whatsapp.sent[1]).toMatchObject({ content: { type: 'delete', targetWaId: message.waId } })
  })

  test('what never left is only hidden and never leaves', async () => {
    const { send, scopeOf, opens, whatsapp } = await conversation({ open: false })
    const message = await send()
    await deleteMessage(scopeOf('bob'), message.id)
    await opens()
    expect(whatsapp.sent).toEqual([])
  })

  test('a message deleted while on its way is taken back', async () => {
    const { send, scopeOf, jobs, whatsapp } = await conversation()
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

  test('what failed and reached nobody is no more, and the list says what was said before', async () => {
    const { send, receive, jobs, refusedBy, scopeOf, acme, ticketRow, published, whatsapp } = await conversation()
    await receive({ body: 'Tem bolo?' })
    const message = await send('Tem sim', { key: 'k1' })
    await jobs.settle()
    await refusedBy('463', message.waId)
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

  test('what failed after it had left may have arrived: it stays, marked, and is taken back', async () => {
    const { send, jobs, row, scopeOf, acme, whatsapp } = await conversation()
    const message = await send()
    await jobs.settle()
    await acme.transaction((tx) => tx.update('messages').set({ ack: -1, error: 'ERR_SENDING_WAPP_MSG' }).execute())
    expect(await deleteMessage(scopeOf('bob'), message.id)).toMatchObject({ isDeleted: true, body: 'Oi' })
    await jobs.settle()
    expect(await row(message.id)).toMatchObject({ isDeleted: 1 })
    expect(whatsapp.sent.map(({ content }) => content.type)).toEqual(['text', 'delete'])
  })

  test('what may have arrived and was tried again is the same message there, and is not discarded', async () => {
    const { send, jobs, scopeOf, acme, whatsapp } = await conversation()
    const message = await send()
    await jobs.settle()
    const giveUp = () =>
      acme.transaction((tx) => tx.update('messages').set({ ack: -1, error: 'ERR_SENDING_WAPP_MSG' }).execute())
    await giveUp()
    const { waId, detail } = await retryMessage(scopeOf('bob'), message.id)
    expect([waId, detail]).toEqual([message.waId, {}])
    await acme.transaction((tx) => tx.delete('jobs').execute())
    await giveUp() // this time without leaving
    expect(await deleteMessage(scopeOf('bob'), message.id)).toMatchObject({ isDeleted: true })
    await jobs.settle()
    expect(whatsapp.sent.map(({ content }) => content)).toMatchObject([
      { type: 'text' },
      { type: 'delete', targetWaId: message.waId },
    ])
  })

  test('what may have arrived is not discarded because WhatsApp refused to have it again', async () => {
    const { send, jobs, scopeOf, acme, refusedBy } = await conversation()
    const message = await send()
    await jobs.settle()
    await acme.transaction((tx) => tx.update('messages').set({ ack: -1, error: 'ERR_SENDING_WAPP_MSG' }).execute())
    await retryMessage(scopeOf('bob'), message.id)
    await jobs.settle()
    await refusedBy('463', message.waId)
    expect(await deleteMessage(scopeOf('bob'), message.id)).toMatchObject({ isDeleted: true })
  })

  test('only who may change the ticket discards what failed', async () => {
    const { send, whatsapp, jobs, acme, row, scopeOf } = await conversation()
    whatsapp.networkError = new Error('no')
    const message = await send()
    await acme.transaction((tx) => tx.update('jobs').set({ attempts: 7 }).execute())
    await jobs.settle()
    await expect(deleteMessage(scopeOf('caio'), message.id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    await expect(deleteMessage(scopeOf('rui'), message.id)).rejects.toMatchObject({ code: 'ERR_NO_MESSAGE_FOUND' })
    expect(await row(message.id)).toMatchObject({ ack: -1 })
    expect(await deleteMessage(scopeOf('bob'), message.id)).toMatchObject({ discarded: true })
  })

  test("another's message, or one too old, is not deleted", async () => {
    const { send, receive, scopeOf } = await conversation()
    const [mine, theirs] = [await send(), await receive()]
    await expect(deleteMessage(scopeOf('bob'), theirs.id)).rejects.toMatchObject({ code: 'ERR_DELETE_WAPP_MSG' })
    await expect(deleteMessage(scopeOf('caio'), mine.id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    await expect(deleteMessage(scopeOf('rui'), mine.id)).rejects.toMatchObject({ code: 'ERR_NO_MESSAGE_FOUND' })
    setSystemTime(Date.now() + 61 * 3_600_000)
    const late = deleteMessage(scopeOf('bob'), mine.id)
    await expect(late).rejects.toMatchObject({ code: 'ERR_DELETE_WAPP_MSG' })
    setSystemTime()
  })

  test('a text is edited within a quarter of an hour, its history kept', async () => {
    const { send, jobs, whatsapp, scopeOf, acme, ticketRow } = await conversation()
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

  test('a reaction goes to the message meant and can be taken back', async () => {
    const { receive, jobs, whatsapp, scopeOf } = await conversation()
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

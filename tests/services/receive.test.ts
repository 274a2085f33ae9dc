import { describe, expect, test } from 'bun:test'
import { receiveBatch } from '../../src/features/messages/receive'
import type { Inbound } from '../../src/whatsapp/contract'
import {
  deletionOf,
  editOf,
  groupIdentity,
  ownTextMessage,
  personIdentity,
  reactionTo,
  textMessage,
} from '../inbound-events'
import { createInstallation } from '../installation'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Of a conversation that was closed so long ago, after its last word. */
const endedAt = (minutes: number) => ({ closedAt: minutesAgo(minutes), lastMessageAt: minutesAgo(minutes) })

/** A company with one connection, and what it has stored. */
async function desk(values: { queueIds?: number[] } = {}) {
  const installation = await createInstallation()
  const connection = await installation.insertConnection('acme', values)
  const ref = { companyId: connection.companyId, whatsappId: connection.id }
  const receive = (...batch: Inbound[]) => receiveBatch(installation.systemScope(), ref, batch)
  const rows = async () => ({
    contacts: await installation.acme.select('contacts').selectAll().orderBy('id').execute(),
    tickets: await installation.acme.select('tickets').selectAll().orderBy('id').execute(),
    messages: await installation.acme.select('messages').selectAll().orderBy('id').execute(),
  })
  const set = (key: string, value: string) =>
    installation.acme.transaction((tx) => tx.insert('settings', { key, value }).execute())
  const close = (values: object = {}) =>
    installation.acme.transaction((tx) =>
      tx
        .update('tickets')
        .set({ status: 'closed', closedAt: new Date().toISOString(), closeReason: 'agent', ...values } as never)
        .execute(),
    )
  const told = (entity: string) =>
    installation.published.filter((each) => each.entity === entity).map(({ payload }) => payload)
  return { ...installation, ref, whatsappId: connection.id, receive, rows, set, close, told }
}

test('a first message makes contact, ticket and message, and tells of each once', async () => {
  const { receive, rows, told, jobs } = await desk()
  const hello = textMessage({ body: 'Oi,\n tudo bem?', at: '2026-01-02T03:04:05.000Z' })
  await receive(hello)
  const { contacts, tickets, messages } = await rows()
  expect(contacts).toMatchObject([{ name: 'Maria', number: '5511988887777', waJid: '5511988887777@s.whatsapp.net' }])
  expect(tickets).toMatchObject([
    {
      status: 'pending',
      userId: null,
      queueId: null,
      unreadMessages: 1,
      lastMessage: 'Oi, tudo bem?',
      lastMessageAt: hello.at,
    },
  ])
  expect(messages).toMatchObject([
    { waId: hello.waId, body: 'Oi,\n tudo bem?', fromMe: 0, origin: 'customer', createdAt: hello.at, ack: 0, read: 0 },
  ])
  expect(told('contact')).toMatchObject([{ action: 'create' }])
  expect(told('ticket')).toMatchObject([
    { action: 'update', ticket: { unreadMessages: 1, contact: { name: 'Maria' } } },
  ])
  expect(told('appMessage')).toMatchObject([
    { action: 'create', message: { waId: hello.waId, quotedMsg: null, reactions: [] } },
  ])
  await jobs.settle()
})

test('the same batch again, also at the same time, changes nothing', async () => {
  const { receive, rows, published } = await desk()
  const batch = [
    textMessage({ body: 'um' }),
    textMessage({ body: 'dois' }),
    ownTextMessage(),
    textMessage({ body: 'três' }),
  ]
  await Promise.all([receive(...batch), receive(...batch), receive(...batch.toReversed())])
  const first = await rows()
  expect(first.messages.map(({ body }) => body)).toEqual(['um', 'dois', 'Já respondo', 'três'])
  expect(first.tickets).toMatchObject([{ unreadMessages: 1, lastMessage: 'três' }])
  published.length = 0
  await receive(...batch)
  expect(await rows()).toEqual(first)
  expect(published).toEqual([])
})

test('a batch keeps its order and tells of a ticket once', async () => {
  const { receive, rows, told } = await desk()
  await receive(...Array.from({ length: 30 }, (_, i) => textMessage({ body: `linha ${i}` })))
  const { messages, tickets } = await rows()
  expect(messages.map(({ body }) => body)).toEqual(Array.from({ length: 30 }, (_, i) => `linha ${i}`))
  expect(tickets).toMatchObject([{ unreadMessages: 30 }])
  expect(told('ticket')).toHaveLength(1)
  expect(told('appMessage')).toHaveLength(30)
  expect(told('appMessage')[0]).toMatchObject({ ticket: { unreadMessages: 30 } })
})

test('two people whose phones chose the same id are two messages', async () => {
  const { receive, rows } = await desk()
  await receive(textMessage({ waId: 'SAME' }), textMessage({ waId: 'SAME', chat: personIdentity('5511977776666') }))
  expect((await rows()).messages).toHaveLength(2)
})

test('a Brazilian number with and without its ninth digit is one contact, answered where it wrote from', async () => {
  const { receive, rows } = await desk()
  await receive(textMessage({ chat: personIdentity('553188887777', null, '553188887777@s.whatsapp.net') }))
  await receive(textMessage({ chat: personIdentity('5531988887777', null, '553188887777@s.whatsapp.net') }))
  const { contacts, tickets } = await rows()
  expect(contacts).toMatchObject([{ number: '5531988887777', waJid: '553188887777@s.whatsapp.net' }])
  expect(tickets).toHaveLength(1)
})

describe('number and LID', () => {
  test('learned together they are one contact; a LID alone never becomes a number', async () => {
    const { receive, rows, told } = await desk()
    await receive(textMessage({ chat: personIdentity(null, '900001'), pushName: '' }))
    expect((await rows()).contacts).toMatchObject([{ name: '', number: null, lid: '900001', waJid: '900001@lid' }])
    await receive(textMessage({ chat: personIdentity('5511988887777', '900001') }))
    expect((await rows()).contacts).toMatchObject([{ name: 'Maria', number: '5511988887777', lid: '900001' }])
    expect((await rows()).tickets).toHaveLength(1)
    expect(JSON.stringify(told('contact'))).not.toContain('900001')
  })

  test('two contacts that turn out to be one are merged with tickets, messages and unread', async () => {
    const { receive, rows, told } = await desk()
    const twin = textMessage({ chat: personIdentity('5511988887777'), body: 'por número' })
    await receive(twin, textMessage({ chat: personIdentity(null, '900001'), body: 'por lid', pushName: 'M.' }))
    await receive(textMessage({ waId: twin.waId, chat: personIdentity(null, '900001'), body: 'por número' }))
    expect((await rows()).contacts).toHaveLength(2)
    await receive(textMessage({ chat: personIdentity('5511988887777', '900001'), body: 'os dois' }))
    const { contacts, tickets, messages } = await rows()
    expect(contacts).toMatchObject([{ name: 'Maria', number: '5511988887777', lid: '900001' }])
    const live = tickets.filter(({ status }) => status === 'pending')
    expect(live).toHaveLength(1)
    expect(tickets.filter(({ status }) => status === 'closed')).toMatchObject([
      { closeReason: 'merge', unreadMessages: 0 },
    ])
    expect(messages.map(({ body }) => body)).toEqual(['por número', 'por lid', 'os dois'])
    expect(messages.every(({ ticketId, contactId }) => ticketId === live[0]?.id && contactId === contacts[0]?.id)).toBe(
      true,
    )
    expect(told('contact')).toContainEqual({ action: 'delete', contactId: 2 })
  })

  test('a merge keeps the conversation an agent is in', async () => {
    const { receive, rows, acme } = await desk()
    await receive(
      textMessage({ chat: personIdentity(null, '900001') }),
      textMessage({ chat: personIdentity('5511988887777') }),
    )
    await acme.transaction((tx) =>
      tx.update('tickets').set({ status: 'open', userId: 3 }).where('id', '=', 1).execute(),
    )
    await receive(textMessage({ chat: personIdentity('5511988887777', '900001') }))
    expect((await rows()).tickets).toMatchObject([
      { id: 1, status: 'open', userId: 3 },
      { id: 2, status: 'closed' },
    ])
  })
})

test('a name somebody chose is never overwritten by the one a customer gives', async () => {
  const { receive, rows, acme } = await desk()
  await receive(ownTextMessage())
  expect((await rows()).contacts).toMatchObject([{ name: '5511988887777' }])
  await receive(textMessage({ pushName: 'Maria' }))
  expect((await rows()).contacts).toMatchObject([{ name: 'Maria' }])
  await acme.transaction((tx) => tx.update('contacts').set({ name: 'Maria da Silva (VIP)' }).execute())
  await receive(textMessage({ pushName: 'mari' }))
  expect((await rows()).contacts).toMatchObject([{ name: 'Maria da Silva (VIP)' }])
})

describe('which ticket', () => {
  test('within the window a closed one is pending again, its queue kept, its user cleared', async () => {
    const { receive, rows, close, told } = await desk()
    await receive(textMessage())
    await close({ userId: 3, queueId: 1 })
    await receive(textMessage({ body: 'ainda aí?' }))
    expect((await rows()).tickets).toMatchObject([
      { status: 'pending', userId: null, queueId: 1, closedAt: null, closeReason: null },
    ])
    expect(told('ticket').at(-1)).toMatchObject({ ticket: { status: 'pending' }, was: { status: 'closed', userId: 3 } })
  })

  test('a ticket the bot closed loses its queue when it comes back', async () => {
    const { receive, rows, close } = await desk()
    await receive(textMessage())
    await close({ queueId: 1, closeReason: 'bot' })
    await receive(textMessage())
    expect((await rows()).tickets).toMatchObject([{ status: 'pending', queueId: null }])
  })

  test('after the window, or with 0 minutes, it is a new one', async () => {
    const { receive, rows, close, set } = await desk()
    await receive(textMessage())
    await close(endedAt(121)) // and touched since, which prolongs nothing
    await receive(textMessage())
    expect((await rows()).tickets.map(({ status }) => status)).toEqual(['closed', 'pending'])
    await close()
    await set('reopenWindowMinutes', '0')
    await receive(textMessage())
    expect((await rows()).tickets.map(({ status }) => status)).toEqual(['closed', 'closed', 'pending'])
  })

  test('the window counts by the time of writing, not of arrival', async () => {
    const { receive, rows, close } = await desk()
    await receive(textMessage())
    await close(endedAt(600))
    await receive(textMessage({ at: minutesAgo(550), late: true }))
    expect((await rows()).tickets).toMatchObject([{ status: 'pending' }])
  })

  test('what was said from the phone since the closing is what an answer goes on with', async () => {
    const { receive, rows, close } = await desk()
    await receive(textMessage())
    await close(endedAt(600))
    await receive(ownTextMessage(), textMessage())
    expect((await rows()).tickets).toMatchObject([{ status: 'pending' }])
    await close(endedAt(600))
    // Both come late, after an outage: nobody answers within five hours.
    await receive(ownTextMessage({ at: minutesAgo(500), late: true }), textMessage({ at: minutesAgo(200), late: true }))
    expect((await rows()).tickets.map(({ status }) => status)).toEqual(['closed', 'pending'])
  })

  test('a connection with one queue puts its tickets there', async () => {
    const { receive, rows } = await desk({ queueIds: [2] })
    await receive(textMessage())
    expect((await rows()).tickets).toMatchObject([{ queueId: 2 }])
  })

  test('many first messages at once make one ticket', async () => {
    const { receive, rows } = await desk()
    await Promise.all(Array.from({ length: 20 }, () => receive(textMessage())))
    expect((await rows()).tickets).toMatchObject([{ unreadMessages: 20 }])
  })
})

describe('typed on the phone', () => {
  test('it zeroes unread and leaves a pending ticket pending', async () => {
    const { receive, rows } = await desk()
    await receive(textMessage(), textMessage(), ownTextMessage())
    expect((await rows()).tickets).toMatchObject([
      { status: 'pending', userId: null, unreadMessages: 0, lastMessage: 'Já respondo', lastMessageFromMe: 1 },
    ])
    expect((await rows()).messages.at(-1)).toMatchObject({ fromMe: 1, origin: 'phone', ack: 1, read: 1 })
  })

  test('without a live ticket nobody is made to wait', async () => {
    const { receive, rows, close } = await desk()
    await receive(ownTextMessage())
    expect((await rows()).tickets).toMatchObject([{ status: 'closed', unreadMessages: 0 }])
    await receive(textMessage())
    await close(endedAt(9999))
    await receive(ownTextMessage())
    expect((await rows()).tickets).toMatchObject([{ status: 'closed' }])
    expect((await rows()).messages).toHaveLength(3)
  })
})

describe('groups', () => {
  const said = () =>
    textMessage({
      chat: groupIdentity(),
      participant: personIdentity('5511966665555'),
      pushName: 'João',
      body: 'no grupo',
    })

  test('are ignored unless the company wants them, and so is all that happens in them', async () => {
    const { receive, rows } = await desk()
    const message = said()
    await receive(message, editOf(message, 'outra coisa'), reactionTo(message, '👍'))
    expect(await rows()).toEqual({ contacts: [], tickets: [], messages: [] })
  })

  test('accepted, a group is one contact and its messages name who wrote', async () => {
    const { receive, rows, set, jobs, whatsapp, whatsappId } = await desk()
    await set('CheckMsgIsGroup', 'disabled')
    whatsapp.openConnections.add(whatsappId)
    await receive(
      said(),
      textMessage({ chat: groupIdentity(), participant: personIdentity('5511955554444'), pushName: 'Rita' }),
    )
    await jobs.settle()
    const { contacts, tickets, messages } = await rows()
    expect(contacts).toMatchObject([{ name: 'Grupo', number: '120363000000000001', isGroup: 1 }])
    expect(tickets).toMatchObject([{ isGroup: 1, unreadMessages: 2 }])
    expect(messages).toMatchObject([
      { senderName: 'João', participant: '5511966665555@s.whatsapp.net' },
      { senderName: 'Rita', participant: '5511955554444@s.whatsapp.net' },
    ])
  })
})

describe('what happens to a message', () => {
  test('an edit keeps the words before, and changes the preview only of the last message', async () => {
    const { receive, rows, acme, told } = await desk()
    const [one, two] = [textMessage({ body: 'um' }), textMessage({ body: 'dois' })]
    await receive(one, two)
    const change = editOf(one, 'um!')
    await receive(change)
    expect((await rows()).tickets).toMatchObject([{ lastMessage: 'dois', unreadMessages: 2 }])
    await receive(editOf(two, 'dois!'), change)
    expect((await rows()).messages).toMatchObject([
      { body: 'um!', isEdited: 1 },
      { body: 'dois!', isEdited: 1 },
    ])
    expect((await rows()).tickets).toMatchObject([{ lastMessage: 'dois!', unreadMessages: 2 }])
    const edits = await acme.select('message_edits').select(['messageId', 'body']).orderBy('id').execute()
    expect(edits).toEqual([
      { messageId: 1, body: 'um' },
      { messageId: 2, body: 'dois' },
    ])
    expect(told('appMessage').at(-1)).toMatchObject({ action: 'update', message: { body: 'dois!', isEdited: true } })
  })

  test('a revoke keeps the body, and nobody revokes or edits the words of another', async () => {
    const { receive, rows } = await desk()
    const [mine, theirs] = [ownTextMessage(), textMessage()]
    await receive(mine, theirs)
    await receive(deletionOf(mine, { fromMe: false }), editOf(mine, 'forjado', { fromMe: false }))
    expect((await rows()).messages).toMatchObject([{ isDeleted: 0, isEdited: 0 }, { isDeleted: 0 }])
    await receive(deletionOf(theirs), deletionOf(mine))
    expect((await rows()).messages).toMatchObject([
      { isDeleted: 1, body: 'Já respondo' },
      { isDeleted: 1, body: 'Bom dia' },
    ])
  })

  test('a reaction is one per person, replaced and taken back', async () => {
    const { receive, acme, told } = await desk()
    const message = textMessage()
    await receive(message, reactionTo(message, '👍'))
    await receive(reactionTo(message, '❤️'), reactionTo(message, '😂', { fromMe: true, sender: null }))
    const reactions = () => acme.select('reactions').select(['sender', 'emoji']).orderBy('id').execute()
    expect(await reactions()).toEqual([
      { sender: '5511988887777', emoji: '❤️' },
      { sender: 'me', emoji: '😂' },
    ])
    expect(told('appMessage').at(-1)).toMatchObject({ message: { reactions: await reactions() } })
    await receive(reactionTo(message, ''))
    expect(await reactions()).toEqual([{ sender: 'me', emoji: '😂' }])
  })

  test('none of these opens, reopens or makes a ticket', async () => {
    const { receive, rows, close } = await desk()
    const message = textMessage()
    await receive(message)
    await close()
    await receive(editOf(message, 'x'), reactionTo(message, '👍'), deletionOf(message))
    await receive(
      editOf(textMessage(), 'x'),
      reactionTo(textMessage(), '👍'),
      deletionOf(textMessage({ chat: personIdentity('5511900000000') })),
    )
    expect((await rows()).tickets).toMatchObject([{ status: 'closed' }])
    expect((await rows()).contacts).toHaveLength(1)
  })
})

test('"waiting for this message" becomes the message, and never the other way round', async () => {
  const { receive, rows, told } = await desk()
  const stub = textMessage({ stub: true, mediaType: 'unsupported', body: '', detail: { kind: 'ciphertext' } })
  await receive(stub)
  expect(told('appMessage')).toMatchObject([{ message: { mediaType: 'unsupported', detail: { waiting: true } } }])
  await receive(textMessage({ waId: stub.waId, body: 'agora sim' }))
  await receive(stub)
  const { messages, tickets } = await rows()
  expect(messages).toMatchObject([{ body: 'agora sim', mediaType: 'chat', detail: null }])
  expect(tickets).toMatchObject([{ unreadMessages: 1, lastMessage: 'agora sim' }])
})

test('a quote is resolved within its chat, else shown as the sender saw it', async () => {
  const { receive, told } = await desk()
  const original = textMessage({ body: 'o preço?' })
  const quoted = { waId: original.waId, body: 'o preço?', mediaType: 'chat', fromMe: false } as const
  await receive(original, textMessage({ quoted }), textMessage({ quoted, chat: personIdentity('5511977776666') }))
  expect(told('appMessage')).toMatchObject([
    { message: { quotedMsg: null } },
    { message: { quotedMsg: { id: 1, body: 'o preço?' } } },
    { message: { quotedMsg: { id: null, body: 'o preço?' }, detail: {} } },
  ])
})

test('a late message does not become the preview of a newer conversation', async () => {
  const { receive, rows } = await desk()
  await receive(textMessage({ body: 'novo' }), textMessage({ body: 'velho', at: minutesAgo(60), late: true }))
  expect((await rows()).tickets).toMatchObject([{ lastMessage: 'novo', unreadMessages: 2 }])
})

test('of the same second, what came last is the preview: WhatsApp tells no milliseconds', async () => {
  const { receive, rows } = await desk()
  await receive(ownTextMessage({ body: 'Já vamos ver', at: '2026-01-02T03:04:05.600Z' }))
  await receive(textMessage({ body: 'obrigada', at: '2026-01-02T03:04:05.000Z' }))
  expect((await rows()).tickets).toMatchObject([
    { lastMessage: 'obrigada', lastMessageFromMe: 0, lastMessageAt: '2026-01-02T03:04:05.600Z' },
  ])
})

test('the inbox rows of a batch are marked stored with it', async () => {
  const { receive, acme, whatsappId } = await desk()
  const message = textMessage()
  const row = { key: 'k', waId: message.waId, part: 0, attrs: '{}', hash: new Uint8Array(16), body: new Uint8Array(1) }
  await acme.transaction((tx) =>
    tx.insert('wa_inbox', { whatsappId, ...row, at: message.at, storedAt: null }).execute(),
  )
  await receive(message)
  expect(await acme.select('wa_inbox').select('storedAt').executeTakeFirst()).toMatchObject({
    storedAt: expect.any(String),
  })
})

test('a received file is fetched by a job and its bubble told', async () => {
  const { receive, rows, jobs, whatsapp, whatsappId, told, ports } = await desk()
  const photo = textMessage({
    mediaType: 'image',
    body: 'olha',
    detail: { mime: 'image/jpeg' },
    media: { kind: 'image', mime: 'image/jpeg', fileName: null, size: 3 },
  })
  await receive(photo)
  await jobs.settle()
  expect((await rows()).messages).toMatchObject([{ mediaStatus: 'pending', mediaId: null }])
  whatsapp.mediaBytes = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1])
  whatsapp.openConnections.add(whatsappId)
  await ports.releaseJobs(`wa:${whatsappId}`)
  await jobs.settle()
  const [message] = (await rows()).messages
  const mediaId = String(message?.mediaId)
  expect(message).toMatchObject({ mediaStatus: 'ready', mediaId: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(told('appMessage').at(-1)).toMatchObject({
    action: 'update',
    message: {
      mediaUrl: expect.stringContaining(`/media/${mediaId}?c=1&`),
      detail: { mime: 'image/jpeg', size: 12 },
    },
  })
})

test('another company with the same customer sees nothing of it', async () => {
  const { receive, insertConnection, systemScope, rival, acme } = await desk()
  const theirs = await insertConnection('rival')
  const message = textMessage()
  await receive(message)
  await receiveBatch(systemScope('rival'), { companyId: theirs.companyId, whatsappId: theirs.id }, [message])
  for (const db of [acme, rival]) {
    expect(await db.select('contacts').select('id').execute()).toHaveLength(1)
    expect(await db.select('messages').select('id').execute()).toHaveLength(1)
  }
})

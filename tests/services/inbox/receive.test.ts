import { describe, expect, test } from 'bun:test'
import { lastMoment } from '../../../src/core/time'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import type { Identity, Inbound } from '../../../src/whatsapp/received'
import {
  deletionOf,
  editOf,
  encryptedOf,
  groupIdentity,
  ownTextMessage,
  personIdentity,
  reactionTo,
  textMessage,
} from '../../inbound-events'
import { createInstallation } from '../../installation'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Columns of a ticket closed this many minutes ago, with its last message at the same time. */
const endedAt = (minutes: number) => ({ closedAt: minutesAgo(minutes), lastMessageAt: minutesAgo(minutes) })

/** Installation with one connection, and functions that receive batches and read the stored rows. */
async function createReceiver(values: { queueIds?: number[] } = {}) {
  const installation = await createInstallation()
  const connection = await installation.insertConnection('acme', values)
  const ref = { companyId: connection.companyId, whatsappId: connection.id }
  const receive = (...batch: Inbound[]) => receiveBatch(installation.systemScope(), ref, batch)
  const storedRows = async () => ({
    contacts: await installation.acme.select('contacts').selectAll().orderBy('id').execute(),
    tickets: await installation.acme.select('tickets').selectAll().orderBy('id').execute(),
    messages: await installation.acme.select('messages').selectAll().orderBy('id').execute(),
  })
  const setSetting = (key: string, value: string) =>
    installation.acme.transaction((tx) => tx.insert('settings', { key, value }).execute())
  const closeTickets = (values: object = {}) =>
    installation.acme.transaction((tx) =>
      tx
        .update('tickets')
        .set({ status: 'closed', closedAt: new Date().toISOString(), closeReason: 'agent', ...values } as never)
        .execute(),
    )
  const payloadsOf = (entity: string) =>
    installation.published.filter((each) => each.entity === entity).map(({ payload }) => payload)
  return { ...installation, ref, whatsappId: connection.id, receive, storedRows, setSetting, closeTickets, payloadsOf }
}

test('a first message creates contact, ticket and message and publishes each once', async () => {
  const { receive, storedRows, payloadsOf, jobs } = await createReceiver()
  const hello = textMessage({ body: 'Oi,\n tudo bem?', at: '2026-01-02T03:04:05.000Z' })
  await receive(hello)
  const { contacts, tickets, messages } = await storedRows()
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
  expect(payloadsOf('contact')).toMatchObject([{ action: 'create' }])
  expect(payloadsOf('ticket')).toMatchObject([
    { action: 'update', ticket: { unreadMessages: 1, contact: { name: 'Maria' } } },
  ])
  expect(payloadsOf('appMessage')).toMatchObject([
    { action: 'create', message: { waId: hello.waId, quotedMsg: null, reactions: [] } },
  ])
  await jobs.settle()
})

test('a repeated batch, also a concurrent one, changes nothing', async () => {
  const { receive, storedRows, published } = await createReceiver()
  const batch = [
    textMessage({ body: 'um' }),
    textMessage({ body: 'dois' }),
    ownTextMessage(),
    textMessage({ body: 'três' }),
  ]
  await Promise.all([receive(...batch), receive(...batch), receive(...batch.toReversed())])
  const first = await storedRows()
  expect(first.messages.map(({ body }) => body)).toEqual(['um', 'dois', 'Já respondo', 'três'])
  expect(first.tickets).toMatchObject([{ unreadMessages: 1, lastMessage: 'três' }])
  published.length = 0
  await receive(...batch)
  expect(await storedRows()).toEqual(first)
  expect(published).toEqual([])
})

test('a batch keeps its order and publishes each ticket once', async () => {
  const { receive, storedRows, payloadsOf } = await createReceiver()
  await receive(...Array.from({ length: 30 }, (_, i) => textMessage({ body: `linha ${i}` })))
  const { messages, tickets } = await storedRows()
  expect(messages.map(({ body }) => body)).toEqual(Array.from({ length: 30 }, (_, i) => `linha ${i}`))
  expect(tickets).toMatchObject([{ unreadMessages: 30 }])
  expect(payloadsOf('ticket')).toHaveLength(1)
  expect(payloadsOf('appMessage')).toHaveLength(30)
  expect(payloadsOf('appMessage')[0]).toMatchObject({ ticket: { unreadMessages: 30 } })
})

test('the same message id from two contacts gives two messages', async () => {
  const { receive, storedRows } = await createReceiver()
  await receive(textMessage({ waId: 'SAME' }), textMessage({ waId: 'SAME', chat: personIdentity('5511977776666') }))
  expect((await storedRows()).messages).toHaveLength(2)
})

test('a Brazilian number with and without ninth digit is one contact, and replies go to the JID it wrote from', async () => {
  const { receive, storedRows } = await createReceiver()
  await receive(textMessage({ chat: personIdentity('553188887777', null, '553188887777@s.whatsapp.net') }))
  await receive(textMessage({ chat: personIdentity('5531988887777', null, '553188887777@s.whatsapp.net') }))
  const { contacts, tickets } = await storedRows()
  expect(contacts).toMatchObject([{ number: '5531988887777', waJid: '553188887777@s.whatsapp.net' }])
  expect(tickets).toHaveLength(1)
})

describe('number and LID', () => {
  test('received together belong to one contact; a LID alone never becomes a number', async () => {
    const { receive, storedRows, payloadsOf } = await createReceiver()
    await receive(textMessage({ chat: personIdentity(null, '900001'), pushName: '' }))
    expect((await storedRows()).contacts).toMatchObject([
      { name: '', number: null, lid: '900001', waJid: '900001@lid' },
    ])
    await receive(textMessage({ chat: personIdentity('5511988887777', '900001') }))
    expect((await storedRows()).contacts).toMatchObject([{ name: 'Maria', number: '5511988887777', lid: '900001' }])
    expect((await storedRows()).tickets).toHaveLength(1)
    expect(JSON.stringify(payloadsOf('contact'))).not.toContain('900001')
  })

  test('merge two contacts of one person with tickets, messages and unread counts', async () => {
    const { receive, storedRows, payloadsOf } = await createReceiver()
    const twin = textMessage({ chat: personIdentity('5511988887777'), body: 'por número' })
    await receive(twin, textMessage({ chat: personIdentity(null, '900001'), body: 'por lid', pushName: 'M.' }))
    await receive(textMessage({ waId: twin.waId, chat: personIdentity(null, '900001'), body: 'por número' }))
    expect((await storedRows()).contacts).toHaveLength(2)
    await receive(textMessage({ chat: personIdentity('5511988887777', '900001'), body: 'os dois' }))
    const { contacts, tickets, messages } = await storedRows()
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
    expect(payloadsOf('contact')).toContainEqual({ action: 'delete', contactId: 2 })
  })

  test("a merge keeps the agent's open ticket", async () => {
    const { receive, storedRows, acme } = await createReceiver()
    await receive(
      textMessage({ chat: personIdentity(null, '900001') }),
      textMessage({ chat: personIdentity('5511988887777') }),
    )
    await acme.transaction((tx) =>
      tx.update('tickets').set({ status: 'open', userId: 3 }).where('id', '=', 1).execute(),
    )
    await receive(textMessage({ chat: personIdentity('5511988887777', '900001') }))
    expect((await storedRows()).tickets).toMatchObject([
      { id: 1, status: 'open', userId: 3 },
      { id: 2, status: 'closed' },
    ])
  })
})

test('a push name never overwrites a name set by a user', async () => {
  const { receive, storedRows, acme } = await createReceiver()
  await receive(ownTextMessage())
  expect((await storedRows()).contacts).toMatchObject([{ name: '5511988887777' }])
  await receive(textMessage({ pushName: 'Maria' }))
  expect((await storedRows()).contacts).toMatchObject([{ name: 'Maria' }])
  await acme.transaction((tx) => tx.update('contacts').set({ name: 'Maria da Silva (VIP)' }).execute())
  await receive(textMessage({ pushName: 'mari' }))
  expect((await storedRows()).contacts).toMatchObject([{ name: 'Maria da Silva (VIP)' }])
})

describe('the ticket of a message', () => {
  test('within the reopen window is the closed one, pending again with its queue and without its user', async () => {
    const { receive, storedRows, closeTickets, payloadsOf } = await createReceiver()
    await receive(textMessage())
    await closeTickets({ userId: 3, queueId: 1 })
    await receive(textMessage({ body: 'ainda aí?' }))
    expect((await storedRows()).tickets).toMatchObject([
      { status: 'pending', userId: null, queueId: 1, closedAt: null, closeReason: null },
    ])
    expect(payloadsOf('ticket').at(-1)).toMatchObject({
      ticket: { status: 'pending' },
      was: { status: 'closed', userId: 3 },
    })
  })

  test('closed by the bot loses its queue when it is reopened', async () => {
    const { receive, storedRows, closeTickets } = await createReceiver()
    await receive(textMessage())
    await closeTickets({ queueId: 1, closeReason: 'bot' })
    await receive(textMessage())
    expect((await storedRows()).tickets).toMatchObject([{ status: 'pending', queueId: null }])
  })

  test('after the reopen window, or with a window of 0 minutes, is a new one', async () => {
    const { receive, storedRows, closeTickets, setSetting } = await createReceiver()
    await receive(textMessage())
    await closeTickets(endedAt(121)) // an update since does not extend the window
    await receive(textMessage())
    expect((await storedRows()).tickets.map(({ status }) => status)).toEqual(['closed', 'pending'])
    await closeTickets()
    await setSetting('reopenWindowMinutes', '0')
    await receive(textMessage())
    expect((await storedRows()).tickets.map(({ status }) => status)).toEqual(['closed', 'closed', 'pending'])
  })

  test('is decided by the time of writing, not of arrival', async () => {
    const { receive, storedRows, closeTickets } = await createReceiver()
    await receive(textMessage())
    await closeTickets(endedAt(600))
    await receive(textMessage({ at: minutesAgo(550), late: true }))
    expect((await storedRows()).tickets).toMatchObject([{ status: 'pending' }])
  })

  test('is the closed one when the owner wrote from the phone since', async () => {
    const { receive, storedRows, closeTickets } = await createReceiver()
    await receive(textMessage())
    await closeTickets(endedAt(600))
    await receive(ownTextMessage(), textMessage())
    expect((await storedRows()).tickets).toMatchObject([{ status: 'pending' }])
    await closeTickets(endedAt(600))
    // Both messages arrive late, after an outage of five hours.
    await receive(ownTextMessage({ at: minutesAgo(500), late: true }), textMessage({ at: minutesAgo(200), late: true }))
    expect((await storedRows()).tickets.map(({ status }) => status)).toEqual(['closed', 'pending'])
  })

  test('on a connection with one queue gets this queue', async () => {
    const { receive, storedRows } = await createReceiver({ queueIds: [2] })
    await receive(textMessage())
    expect((await storedRows()).tickets).toMatchObject([{ queueId: 2 }])
  })

  test('is one for concurrent first messages', async () => {
    const { receive, storedRows } = await createReceiver()
    await Promise.all(Array.from({ length: 20 }, () => receive(textMessage())))
    expect((await storedRows()).tickets).toMatchObject([{ unreadMessages: 20 }])
  })
})

describe("a message typed on the owner's phone", () => {
  test('clears unread and leaves a pending ticket pending', async () => {
    const { receive, storedRows } = await createReceiver()
    await receive(textMessage(), textMessage(), ownTextMessage())
    expect((await storedRows()).tickets).toMatchObject([
      { status: 'pending', userId: null, unreadMessages: 0, lastMessage: 'Já respondo', lastMessageFromMe: 1 },
    ])
    expect((await storedRows()).messages.at(-1)).toMatchObject({ fromMe: 1, origin: 'phone', ack: 1, read: 1 })
  })

  test('without a live ticket goes into a closed one', async () => {
    const { receive, storedRows, closeTickets } = await createReceiver()
    await receive(ownTextMessage())
    expect((await storedRows()).tickets).toMatchObject([{ status: 'closed', unreadMessages: 0 }])
    await receive(textMessage())
    await closeTickets(endedAt(9999))
    await receive(ownTextMessage())
    expect((await storedRows()).tickets).toMatchObject([{ status: 'closed' }])
    expect((await storedRows()).messages).toHaveLength(3)
  })
})

test('the waiting time of a ticket begins with the first unanswered message and ends with an answer of a person', async () => {
  const { receive, storedRows } = await createReceiver()
  const since = async () => (await storedRows()).tickets.map(({ waitingSince }) => waitingSince)
  const at = (minute: number) => ({ at: `2026-01-02T03:${minute}:00.000Z` })
  await receive(textMessage(at(10)))
  await receive(textMessage(at(20)), textMessage(at(30)))
  expect(await since()).toEqual(['2026-01-02T03:10:00.000Z'])
  await receive(ownTextMessage(at(25)))
  expect(await since()).toEqual(['2026-01-02T03:10:00.000Z'])
  await receive(ownTextMessage(at(40)))
  expect(await since()).toEqual([lastMoment])
  await receive(textMessage(at(35)))
  expect(await since()).toEqual([lastMoment])
  await receive(textMessage(at(50)), textMessage(at(51)))
  expect(await since()).toEqual(['2026-01-02T03:50:00.000Z'])
})

describe('groups', () => {
  const said = () =>
    textMessage({
      chat: groupIdentity(),
      participant: personIdentity('5511966665555'),
      pushName: 'João',
      body: 'no grupo',
    })

  test('messages, edits and reactions are ignored unless the company has enabled groups', async () => {
    const { receive, storedRows } = await createReceiver()
    const message = said()
    await receive(message, editOf(message, 'outra coisa'), reactionTo(message, '👍'))
    expect(await storedRows()).toEqual({ contacts: [], tickets: [], messages: [] })
  })

  test('an enabled group is one contact, and its messages have the name of their author', async () => {
    const { receive, storedRows, setSetting, jobs, whatsapp, whatsappId } = await createReceiver()
    await setSetting('CheckMsgIsGroup', 'disabled')
    whatsapp.openConnections.add(whatsappId)
    await receive(
      said(),
      textMessage({ chat: groupIdentity(), participant: personIdentity('5511955554444'), pushName: 'Rita' }),
    )
    await jobs.settle()
    const { contacts, tickets, messages } = await storedRows()
    expect(contacts).toMatchObject([{ name: 'Grupo', number: '120363000000000001', isGroup: 1 }])
    expect(tickets).toMatchObject([{ isGroup: 1, unreadMessages: 2, lastMessageSender: 'Rita' }])
    expect(messages).toMatchObject([
      { senderName: 'João', participant: '5511966665555@s.whatsapp.net' },
      { senderName: 'Rita', participant: '5511955554444@s.whatsapp.net' },
    ])
  })
})

describe('in a group', () => {
  const [joao, rita] = [personIdentity('5511966665555', '77'), personIdentity('5511955554444')]
  async function createGroup() {
    const receiver = await createReceiver()
    await receiver.setSetting('CheckMsgIsGroup', 'disabled')
    receiver.whatsapp.openConnections.add(receiver.whatsappId)
    const message = textMessage({ chat: groupIdentity(), participant: joao, body: 'pago amanhã' })
    await receiver.receive(message)
    const bubble = async () => (await receiver.storedRows()).messages[0]
    return { ...receiver, message, bubble }
  }

  test('an edit counts only from the author, also under the other address', async () => {
    const { receive, message, bubble } = await createGroup()
    await receive(editOf(message, 'não pago', { participant: rita }))
    await receive(editOf(message, 'não pago', { participant: null }))
    expect(await bubble()).toMatchObject({ body: 'pago amanhã', isEdited: 0 })
    await receive(editOf(message, 'pago hoje', { participant: { ...joao, jid: '77@lid' } }))
    expect(await bubble()).toMatchObject({ body: 'pago hoje', isEdited: 1 })
  })

  test('a deletion counts from the author at once', async () => {
    const { receive, message, bubble, whatsapp } = await createGroup()
    await receive(deletionOf(message))
    expect(await bubble()).toMatchObject({ isDeleted: 1 })
    expect(whatsapp.calls.map(({ method }) => method)).not.toContain('isGroupAdmin')
  })

  test('a deletion by another person counts only from an admin of the group', async () => {
    const { receive, message, bubble, jobs, whatsapp } = await createGroup()
    await receive(deletionOf(message, { participant: rita }))
    await jobs.settle()
    expect(await bubble()).toMatchObject({ isDeleted: 0 })
    whatsapp.groupAdmins.add(rita.jid)
    await receive(deletionOf(message, { participant: rita }))
    await jobs.settle()
    expect(await bubble()).toMatchObject({ isDeleted: 1 })
  })

  test("a reaction to the company's own message counts from its group, and not from another chat", async () => {
    const { receive, acme } = await createGroup()
    const own = ownTextMessage({ chat: groupIdentity() })
    await receive(own, textMessage({ chat: groupIdentity('120363000000000002'), participant: rita }))
    const react = (chat: Identity) => receive(reactionTo(own, '👍', { chat, sender: rita }))
    for (const chat of [groupIdentity('120363000000000002'), groupIdentity('120363000000000003'), rita])
      await react(chat)
    expect(await acme.select('reactions').selectAll().execute()).toEqual([])
    await react(groupIdentity())
    expect(await acme.select('reactions').select('sender').execute()).toEqual([{ sender: '5511955554444' }])
  })

  test("the company's own message is deleted by an admin of its group, and not from another group", async () => {
    const { receive, jobs, whatsapp, storedRows } = await createGroup()
    const own = ownTextMessage({ chat: groupIdentity() })
    await receive(own, textMessage({ chat: groupIdentity('120363000000000002'), participant: rita }))
    whatsapp.groupAdmins.add(rita.jid)
    const isDeleted = async () => (await storedRows()).messages.find(({ waId }) => waId === own.waId)?.isDeleted
    const deletion = { fromMe: false, participant: rita }
    await receive(deletionOf(own, { ...deletion, chat: groupIdentity('120363000000000002') }))
    await jobs.settle()
    expect(await isDeleted()).toBe(0)
    await receive(deletionOf(own, deletion))
    await jobs.settle()
    expect(await isDeleted()).toBe(1)
  })
})

describe('edits, deletions and reactions', () => {
  test('an edit stores the text before, and changes the preview only for the last message', async () => {
    const { receive, storedRows, acme, payloadsOf } = await createReceiver()
    const [one, two] = [textMessage({ body: 'um' }), textMessage({ body: 'dois' })]
    await receive(one, two)
    const change = editOf(one, 'um!')
    await receive(change)
    expect((await storedRows()).tickets).toMatchObject([{ lastMessage: 'dois', unreadMessages: 2 }])
    await receive(editOf(two, 'dois!'), change)
    expect((await storedRows()).messages).toMatchObject([
      { body: 'um!', isEdited: 1 },
      { body: 'dois!', isEdited: 1 },
    ])
    expect((await storedRows()).tickets).toMatchObject([{ lastMessage: 'dois!', unreadMessages: 2 }])
    const edits = await acme.select('message_edits').select(['messageId', 'body']).orderBy('id').execute()
    expect(edits).toEqual([
      { messageId: 1, body: 'um' },
      { messageId: 2, body: 'dois' },
    ])
    expect(payloadsOf('appMessage').at(-1)).toMatchObject({
      action: 'update',
      message: { body: 'dois!', isEdited: true },
    })
  })

  test('a deletion keeps the body, and messages of another author can be neither deleted nor edited', async () => {
    const { receive, storedRows } = await createReceiver()
    const [mine, theirs] = [ownTextMessage(), textMessage()]
    await receive(mine, theirs)
    await receive(deletionOf(mine, { fromMe: false }), editOf(mine, 'forjado', { fromMe: false }))
    expect((await storedRows()).messages).toMatchObject([{ isDeleted: 0, isEdited: 0 }, { isDeleted: 0 }])
    await receive(deletionOf(theirs), deletionOf(mine))
    expect((await storedRows()).messages).toMatchObject([
      { isDeleted: 1, body: 'Já respondo' },
      { isDeleted: 1, body: 'Bom dia' },
    ])
    expect((await storedRows()).tickets).toMatchObject([{ lastMessage: '🚫', lastMessageOrigin: 'customer' }])
  })

  test('a person has one reaction, which can be replaced and removed', async () => {
    const { receive, acme, payloadsOf } = await createReceiver()
    const message = textMessage()
    await receive(message, reactionTo(message, '👍'))
    await receive(reactionTo(message, '❤️'), reactionTo(message, '😂', { fromMe: true, sender: null }))
    const reactions = () => acme.select('reactions').select(['sender', 'emoji']).orderBy('id').execute()
    expect(await reactions()).toEqual([
      { sender: '5511988887777', emoji: '❤️' },
      { sender: 'me', emoji: '😂' },
    ])
    expect(payloadsOf('appMessage').at(-1)).toMatchObject({ message: { reactions: await reactions() } })
    await receive(reactionTo(message, ''))
    expect(await reactions()).toEqual([{ sender: 'me', emoji: '😂' }])
  })

  test('a reaction to an own message counts only from its chat, under each address that may be of its contact', async () => {
    const { receive, acme } = await createReceiver()
    const maria = personIdentity('5511988887777', '77')
    const own = ownTextMessage({ chat: maria })
    await receive(own, textMessage({ chat: personIdentity('5511955554444') }))
    const byMaria = [
      maria,
      personIdentity('5511988887777'),
      personIdentity(null, '77'),
      personIdentity('5511900000000', '77'),
    ]
    const byOthers = [
      personIdentity('5511955554444'),
      personIdentity('5511900000000'),
      personIdentity('5511900000000', '88'),
      personIdentity(null, '88'),
      groupIdentity(),
    ]
    const reactions = async () => (await acme.select('reactions').select('emoji').execute()).map(({ emoji }) => emoji)
    const react = (chat: Identity, emoji: string) => receive(reactionTo(own, emoji, { chat, sender: maria }))
    for (const [at, chat] of byMaria.entries()) {
      await react(chat, `${at}`)
      expect(await reactions()).toEqual([`${at}`])
    }
    for (const chat of byOthers) await react(chat, '👎')
    expect(await reactions()).toEqual([`${byMaria.length - 1}`])
    await receive(reactionTo(own, '👍', { fromMe: true, sender: null }))
    expect(await reactions()).toContain('👍')
  })

  test('a reaction by a LID counts while the number of its person or the LID of the contact is not known', async () => {
    const { receive, acme } = await createReceiver()
    const own = ownTextMessage()
    await receive(own)
    await receive(reactionTo(own, '👍', { chat: personIdentity(null, '77'), sender: personIdentity(null, '77') }))
    expect(await acme.select('reactions').select('sender').execute()).toEqual([{ sender: '77@lid' }])
    await receive(textMessage({ chat: personIdentity('5511955554444', '88') }))
    await receive(reactionTo(own, '👎', { chat: personIdentity(null, '88'), sender: personIdentity(null, '88') }))
    expect(await acme.select('reactions').select('sender').execute()).toEqual([{ sender: '77@lid' }])
  })

  test('of stored messages open no ticket, and deletions and reactions of others none either', async () => {
    const { receive, storedRows, closeTickets } = await createReceiver()
    const message = textMessage()
    await receive(message)
    await closeTickets()
    await receive(editOf(message, 'x'), reactionTo(message, '👍'), deletionOf(message))
    await receive(reactionTo(textMessage(), '👍'), deletionOf(textMessage({ chat: personIdentity('5511900000000') })))
    expect((await storedRows()).tickets).toMatchObject([{ status: 'closed' }])
    expect((await storedRows()).contacts).toHaveLength(1)
  })
})

describe('an edit of a message that is not stored', () => {
  test('is received like a message with the new text, marked as edited, and its original changes nothing', async () => {
    const { receive, storedRows, payloadsOf } = await createReceiver()
    const original = textMessage({ body: 'Quero 2 bolos' })
    await receive(editOf(original, 'Quero 20 bolos'))
    const shown = { waId: original.waId, body: 'Quero 20 bolos', isEdited: 1, fromMe: 0 }
    expect(await storedRows()).toMatchObject({
      messages: [shown],
      tickets: [{ status: 'pending', unreadMessages: 1, lastMessage: 'Quero 20 bolos' }],
    })
    expect(payloadsOf('appMessage').at(-1)).toMatchObject({ message: { isEdited: true } })
    await receive(original, editOf(original, 'Quero 20 bolos'))
    expect((await storedRows()).messages).toMatchObject([shown])
    await receive(editOf(original, 'Quero 30 bolos'))
    expect((await storedRows()).messages).toMatchObject([{ body: 'Quero 30 bolos' }])
  })

  test('on the phone appears as a message of the phone', async () => {
    const { receive, storedRows } = await createReceiver()
    await receive(editOf(ownTextMessage(), 'Custa 12'))
    expect((await storedRows()).messages).toMatchObject([{ body: 'Custa 12', fromMe: 1, isEdited: 1, origin: 'phone' }])
  })

  test('that is closed leaves a placeholder, which the original fills', async () => {
    const { receive, storedRows } = await createReceiver()
    const original = textMessage({ body: 'Quero 2 bolos' })
    const detail = { kind: 'ciphertext', onPhone: 'edit' }
    const unseen = textMessage({ ...original, body: '', mediaType: 'unsupported', detail, stub: true })
    await receive(encryptedOf(original, null, { unseen }))
    expect((await storedRows()).messages).toMatchObject([{ mediaType: 'unsupported', body: '' }])
    await receive(original)
    expect((await storedRows()).messages).toMatchObject([{ body: 'Quero 2 bolos', detail: '{"onPhone":"edit"}' }])
  })
})

test('a placeholder "waiting for this message" is replaced by the message, never the reverse', async () => {
  const { receive, storedRows, payloadsOf } = await createReceiver()
  const stub = textMessage({ stub: true, mediaType: 'unsupported', body: '', detail: { kind: 'ciphertext' } })
  await receive(stub)
  expect(payloadsOf('appMessage')).toMatchObject([{ message: { mediaType: 'unsupported', detail: { waiting: true } } }])
  await receive(textMessage({ waId: stub.waId, body: 'agora sim' }))
  await receive(stub)
  const { messages, tickets } = await storedRows()
  expect(messages).toMatchObject([{ body: 'agora sim', mediaType: 'chat', detail: null }])
  expect(tickets).toMatchObject([{ unreadMessages: 1, lastMessage: 'agora sim' }])
})

test("a quote is resolved within its chat, otherwise the sender's copy is shown", async () => {
  const { receive, payloadsOf } = await createReceiver()
  const original = textMessage({ body: 'o preço?' })
  const quoted = { waId: original.waId, body: 'o preço?', mediaType: 'chat', fromMe: false } as const
  await receive(original, textMessage({ quoted }), textMessage({ quoted, chat: personIdentity('5511977776666') }))
  expect(payloadsOf('appMessage')).toMatchObject([
    { message: { quotedMsg: null } },
    { message: { quotedMsg: { id: 1, body: 'o preço?' } } },
    { message: { quotedMsg: { id: null, body: 'o preço?' }, detail: {} } },
  ])
})

test('a late message does not replace a newer preview', async () => {
  const { receive, storedRows } = await createReceiver()
  await receive(textMessage({ body: 'novo' }), textMessage({ body: 'velho', at: minutesAgo(60), late: true }))
  expect((await storedRows()).tickets).toMatchObject([{ lastMessage: 'novo', unreadMessages: 2 }])
})

test('the last of several messages in one second is the preview, because WhatsApp sends no milliseconds', async () => {
  const { receive, storedRows } = await createReceiver()
  await receive(ownTextMessage({ body: 'Já vamos ver', at: '2026-01-02T03:04:05.600Z' }))
  await receive(textMessage({ body: 'obrigada', at: '2026-01-02T03:04:05.000Z' }))
  expect((await storedRows()).tickets).toMatchObject([
    { lastMessage: 'obrigada', lastMessageFromMe: 0, lastMessageAt: '2026-01-02T03:04:05.600Z' },
  ])
})

test('the inbox rows of a batch are marked as stored in its transaction', async () => {
  const { receive, acme, whatsappId } = await createReceiver()
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

test('a job fetches a received file and publishes its message', async () => {
  const { receive, storedRows, jobs, whatsapp, whatsappId, payloadsOf, ports } = await createReceiver()
  const photo = textMessage({
    mediaType: 'image',
    body: 'olha',
    detail: { mime: 'image/jpeg' },
    media: { kind: 'image', mime: 'image/jpeg', fileName: null, size: 3 },
  })
  await receive(photo)
  await jobs.settle()
  expect((await storedRows()).messages).toMatchObject([{ mediaStatus: 'pending', mediaId: null }])
  whatsapp.mediaBytes = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1])
  whatsapp.openConnections.add(whatsappId)
  await ports.releaseJobs(`wa:${whatsappId}`)
  await jobs.settle()
  const [message] = (await storedRows()).messages
  const mediaId = String(message?.mediaId)
  expect(message).toMatchObject({ mediaStatus: 'ready', mediaId: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(payloadsOf('appMessage').at(-1)).toMatchObject({
    action: 'update',
    message: {
      mediaUrl: expect.stringContaining(`/media/${mediaId}?c=1&`),
      detail: { mime: 'image/jpeg', size: 12 },
    },
  })
})

test('another company with the same customer gets no rows and events', async () => {
  const { receive, insertConnection, systemScope, rival, acme } = await createReceiver()
  const theirs = await insertConnection('rival')
  const message = textMessage()
  await receive(message)
  await receiveBatch(systemScope('rival'), { companyId: theirs.companyId, whatsappId: theirs.id }, [message])
  for (const db of [acme, rival]) {
    expect(await db.select('contacts').select('id').execute()).toHaveLength(1)
    expect(await db.select('messages').select('id').execute()).toHaveLength(1)
  }
})

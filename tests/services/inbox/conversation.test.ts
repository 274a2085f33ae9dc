import { describe, expect, test } from 'bun:test'
import { reactToMessage } from '../../../src/features/inbox/messages/change'
import type { Forward } from '../../../src/features/inbox/messages/model'
import { listMessages } from '../../../src/features/inbox/messages/read/pages'
import { searchConversation } from '../../../src/features/inbox/messages/read/search-conversation'
import { forwardMessage } from '../../../src/features/inbox/messages/send/forward'
import { createNote } from '../../../src/features/inbox/notes/service'
import { changeTicket } from '../../../src/features/inbox/tickets/state/change'
import type { MediaType } from '../../../src/shared/enums'
import { createInstallation } from '../../installation'

/** Bob's open ticket of a contact with two earlier tickets: one in suporte, one in a queue Bob does not see. */
async function createTicketHistory() {
  const installation = await createInstallation()
  const whatsappId = (await installation.insertConnection()).id
  const contactId = (await installation.insertContact('acme', { name: 'Joana' })).id
  const base = { contactId, whatsappId }
  const first = await installation.insertTicket({ ...base, status: 'closed', queueId: 1 })
  const hidden = await installation.insertTicket({ ...base, status: 'closed', queueId: 2 })
  const now = await installation.insertTicket({ ...base, status: 'open', userId: 3, queueId: 1 })
  let inserted = 0
  const insertMessages = async (
    ticketId: number,
    count: number,
    values: { body?: string; mediaType?: MediaType } = {},
  ) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      inserted++
      const row = {
        ...{ ticketId, ...base, waId: `W${inserted}`, fromMe: 0 as const, origin: 'customer' as const, userId: null },
        ...{ body: values.body ?? `fala ${inserted}`, mediaType: values.mediaType ?? ('chat' as const) },
        ...{
          mediaId: null,
          mediaStatus: null,
          detail: null,
          ack: 0 as const,
          error: null,
          quotedWaId: null,
          proto: null,
        },
        createdAt: new Date(Date.parse('2026-11-01T12:00:00Z') + inserted * 60_000).toISOString(),
      }
      const insert = (tx: typeof installation.acme) =>
        tx.insert('messages', row).returning('id').executeTakeFirstOrThrow()
      ids.push((await installation.acme.transaction(insert)).id)
    }
    return ids
  }
  return { ...installation, first, hidden, now, insertMessages, whatsappId, contactId }
}

const ids = ({ messages }: { messages: { id: number }[] }) => messages.map(({ id }) => id)

describe('a conversation', () => {
  test('continues upwards into earlier tickets visible to the user and into no others', async () => {
    const { scopeOf, first, hidden, now, insertMessages } = await createTicketHistory()
    const old = await insertMessages(first.id, 25)
    const unseen = await insertMessages(hidden.id, 5)
    const fresh = await insertMessages(now.id, 12)
    const late = await insertMessages(first.id, 1) // newest id in the first ticket, as after a merge
    const newest = await listMessages(scopeOf('bob'), now.id, {})
    expect(ids(newest)).toEqual([...old, ...late].slice(-8).concat(fresh))
    const above = await listMessages(scopeOf('bob'), now.id, { cursor: newest.next as string })
    expect(ids(above)).toEqual(old.slice(0, 18))
    expect(above).toMatchObject({ hasMore: false, next: null })
    const forAna = await listMessages(scopeOf('ana'), now.id, { cursor: String(fresh[0]) })
    expect(ids(forAna).slice(-5)).toEqual(unseen)
    expect(ids(await listMessages(scopeOf('bob'), first.id, {})).at(-1)).toBe(late[0] as number) // never messages of later tickets
  })

  test('`around` a message can be paged in both directions without gaps or repeats', async () => {
    const { scopeOf, first, now, insertMessages } = await createTicketHistory()
    const all = [...(await insertMessages(first.id, 30)), ...(await insertMessages(now.id, 40))]
    const target = all[27] as number
    const middle = await listMessages(scopeOf('bob'), now.id, { around: String(target) })
    expect(ids(middle)).toEqual(all.slice(17, 38))
    let read = ids(middle)
    for (let { newer } = middle as { newer: string | null }; newer; ) {
      const page = await listMessages(scopeOf('bob'), now.id, { after: newer })
      read = [...read, ...ids(page)]
      newer = page.newer
    }
    for (let { next } = middle as { next: string | null }; next; ) {
      const page = await listMessages(scopeOf('bob'), now.id, { cursor: next })
      read = [...ids(page), ...read]
      next = page.next
    }
    expect(read).toEqual(all)
  })

  test('`around` a message of a hidden or other ticket answers ERR_NO_MESSAGE_FOUND', async () => {
    const { scopeOf, hidden, now, insertMessages, insertTicket } = await createTicketHistory()
    const [unseen] = await insertMessages(hidden.id, 1)
    const another = await insertTicket({ status: 'open', userId: 3, queueId: 1 })
    const around = (ticketId: number, id: number | undefined) => () =>
      listMessages(scopeOf('bob'), ticketId, { around: String(id) })
    expect(around(now.id, unseen)).toThrow('ERR_NO_MESSAGE_FOUND')
    expect(around(another.id, unseen)).toThrow('ERR_NO_MESSAGE_FOUND')
    expect(around(now.id, 999_999)).toThrow('ERR_NO_MESSAGE_FOUND')
    await expect(listMessages(scopeOf('caio'), now.id, {})).rejects.toThrow('ERR_NO_PERMISSION')
  })

  test('notes and history of each ticket come once, with the page that reaches the ticket', async () => {
    const { scopeOf, first, now, insertMessages } = await createTicketHistory()
    await insertMessages(first.id, 30)
    await insertMessages(now.id, 10)
    await createNote(scopeOf('bob'), { ticketId: first.id, note: 'antes' })
    await createNote(scopeOf('bob'), { ticketId: now.id, note: 'agora' })
    await changeTicket(scopeOf('bob'), now.id, { status: 'pending' })
    const newest = await listMessages(scopeOf('bob'), now.id, {})
    expect(newest.notes.map(({ note }) => note).sort()).toEqual(['agora', 'antes'])
    expect(newest.events).toMatchObject([{ kind: 'returned', ticketId: now.id, actor: { name: 'Bob' } }])
    const above = await listMessages(scopeOf('bob'), now.id, { cursor: newest.next as string })
    expect(above).toMatchObject({ notes: [], events: [] })
  })

  test('search ignores accents and case and returns readable messages, newest first', async () => {
    const { scopeOf, first, hidden, now, insertMessages } = await createTicketHistory()
    const [old] = await insertMessages(first.id, 1, { body: 'A ENTREGA é amanhã às 9h' })
    await insertMessages(hidden.id, 1, { body: 'entrega escondida' })
    await insertMessages(now.id, 3)
    const [fresh] = await insertMessages(now.id, 1, { body: 'Cadê a êntrega? 100% certo_' })
    await insertMessages(now.id, 1, { body: 'entrega', mediaType: 'sticker' })
    const found = async (q: string, as: 'bob' | 'ana' = 'bob') =>
      (await searchConversation(scopeOf(as), now.id, { q })).hits.map(({ id }) => id)
    expect(await found('Entrega')).toEqual([fresh, old] as number[])
    expect(await found('entrega', 'ana')).toHaveLength(3)
    expect(await found('AMANHÃ as')).toEqual([old] as number[])
    expect(await found('100%')).toEqual([fresh] as number[])
    expect(await found('to_')).toEqual([fresh] as number[])
    expect(await found('100_')).toEqual([])
    expect(await found('  ')).toEqual([])
  })
})

test('a message of an earlier ticket takes reactions only while the user has an open ticket of the contact', async () => {
  const { scopeOf, first, now, insertMessages } = await createTicketHistory()
  const [id] = await insertMessages(first.id, 1)
  expect((await reactToMessage(scopeOf('bob'), id as number, '👍')).reactions).toEqual([{ sender: 'me', emoji: '👍' }])
  await changeTicket(scopeOf('bob'), now.id, { status: 'closed' })
  await expect(reactToMessage(scopeOf('bob'), id as number, '')).rejects.toMatchObject({ code: 'ERR_TICKET_NOT_OPEN' })
})

describe('forwarding', () => {
  test('sends the text to every chosen ticket and contact, marked as forwarded', async () => {
    const { scopeOf, now, insertMessages, insertTicket, insertContact, whatsappId, whatsapp, jobs, published, acme } =
      await createTicketHistory()
    const [id] = await insertMessages(now.id, 1, { body: 'endereço novo' })
    const other = await insertTicket({ status: 'open', userId: 3, queueId: 1 })
    const stranger = await insertContact()
    const waiting = await insertTicket({ status: 'pending', queueId: 1, whatsappId })
    whatsapp.openConnections.add(whatsappId)
    whatsapp.openConnections.add(other.whatsappId as number)
    published.length = 0
    const to = { ticketIds: [other.id, other.id], contactIds: [stranger.id, waiting.contactId] }
    const { messages } = await forwardMessage(scopeOf('bob'), id as number, to)
    expect(messages).toHaveLength(3)
    for (const message of messages)
      expect(message).toMatchObject({ body: 'endereço novo', fromMe: true, userId: 3, detail: { forwarded: true } })
    const made = await acme.select('tickets').selectAll().where('contactId', '=', stranger.id).executeTakeFirstOrThrow()
    expect(made).toMatchObject({ status: 'open', userId: 3, queueId: 1, whatsappId })
    const taken = await acme.select('tickets').selectAll().where('id', '=', waiting.id).executeTakeFirstOrThrow()
    expect(taken).toMatchObject({ status: 'open', userId: 3 })
    await jobs.settle()
    expect(whatsapp.sent.map(({ content }) => content)).toEqual(
      Array(3).fill({ type: 'text', body: 'endereço novo', forwarded: true }),
    )
  })

  test('again with the same key sends nothing; with other targets it is refused', async () => {
    const { scopeOf, now, insertMessages, insertTicket, whatsappId, acme } = await createTicketHistory()
    const [id] = (await insertMessages(now.id, 1, { body: 'uma vez' })) as [number]
    const [first, second] = [
      await insertTicket({ status: 'open', userId: 3, queueId: 1 }),
      await insertTicket({ whatsappId, status: 'closed', queueId: 1 }),
    ]
    const targets = { ticketIds: [first.id], contactIds: [second.contactId] }
    const forward = (to: Forward) => forwardMessage(scopeOf('bob'), id, to, 'k1')
    const { messages } = await forward(targets)
    expect(await forward(targets)).toEqual({ messages })
    await expect(forward({ ticketIds: [first.id] })).rejects.toMatchObject({ code: 'ERR_IDEMPOTENCY_REUSED' })
    const sent = acme.select('messages').select('id').where('body', '=', 'uma vez').where('fromMe', '=', 1)
    expect((await sent.execute()).map((row) => row.id)).toEqual(messages.map((message) => message.id))
  })

  test('to one refused target fails and sends nothing to the others', async () => {
    const { scopeOf, now, insertMessages, insertTicket, published, acme } = await createTicketHistory()
    const [id] = await insertMessages(now.id, 1)
    const mine = await insertTicket({ status: 'open', userId: 3, queueId: 1 })
    const targets = {
      ERR_NO_PERMISSION: (await insertTicket({ status: 'open', userId: 2, queueId: 2 })).id,
      ERR_TICKET_NOT_OPEN: (await insertTicket({ status: 'closed', queueId: 1 })).id,
      ERR_NO_TICKET_FOUND: (await insertTicket({ status: 'open' }, 'rival')).id,
    }
    published.length = 0
    const count = async () => (await acme.select('messages').select('id').execute()).length
    const before = await count()
    for (const [code, ticketId] of Object.entries(targets))
      await expect(
        forwardMessage(scopeOf('bob'), id as number, { ticketIds: [mine.id, ticketId] }),
      ).rejects.toMatchObject({ code })
    await expect(forwardMessage(scopeOf('bob'), id as number, {})).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
    expect(await count()).toBe(before)
    expect(published).toEqual([])
  })

  test('to a contact attended by another user answers ERR_OTHER_OPEN_TICKET with that ticket and sends nothing', async () => {
    const { scopeOf, now, insertMessages, insertTicket, whatsappId, published, acme } = await createTicketHistory()
    const [id] = await insertMessages(now.id, 1)
    const held = await insertTicket({ status: 'open', userId: 2, queueId: 1, whatsappId })
    const elsewhere = await insertTicket({ status: 'pending', queueId: 2, whatsappId })
    const mine = await insertTicket({ status: 'open', userId: 3, queueId: 1 })
    published.length = 0
    const refusal = (to: Forward) =>
      expect(forwardMessage(scopeOf('bob'), id as number, { ticketIds: [mine.id], ...to })).rejects
    const code = 'ERR_OTHER_OPEN_TICKET'
    const ofSara = { id: held.id, user: { name: 'Sara' }, contact: { id: held.contactId } }
    await refusal({ contactIds: [held.contactId] }).toMatchObject({ code, detail: { ticket: ofSara } })
    await refusal({ ticketIds: [mine.id, held.id] }).toMatchObject({ code, detail: { ticket: ofSara } })
    await refusal({ contactIds: [elsewhere.contactId] }).toMatchObject({
      code,
      detail: { ticket: { user: null, queue: { name: 'Vendas' }, contact: { id: elsewhere.contactId } } },
    })
    // The id of a hidden ticket reveals nothing about it.
    await refusal({ ticketIds: [elsewhere.id] }).toMatchObject({ code: 'ERR_NO_PERMISSION' })
    expect(published).toEqual([])
    expect(await acme.select('messages').select('id').where('ticketId', '=', mine.id).execute()).toEqual([])
  })

  test('creates an own ticket when the last one was closed in a hidden queue', async () => {
    const { scopeOf, now, insertMessages, insertTicket, whatsappId, whatsapp, acme } = await createTicketHistory()
    const [id] = await insertMessages(now.id, 1)
    whatsapp.openConnections.add(whatsappId)
    const { id: old, contactId } = await insertTicket({ status: 'closed', queueId: 2, whatsappId })
    await forwardMessage(scopeOf('bob'), id as number, { contactIds: [contactId] })
    const all = acme.select('tickets').select(['id', 'status', 'queueId', 'userId'])
    expect(await all.where('contactId', '=', contactId).orderBy('id').execute()).toMatchObject([
      { id: old, status: 'closed', queueId: 2 },
      { status: 'open', queueId: 1, userId: 3 },
    ])
  })

  test('of contact cards, deleted messages and missing files answers ERR_FORWARD_WAPP_MSG', async () => {
    const { scopeOf, now, insertMessages, acme } = await createTicketHistory()
    const [card] = await insertMessages(now.id, 1, { mediaType: 'contactMessage' })
    const [lost] = await insertMessages(now.id, 1, { mediaType: 'image' })
    const [gone] = await insertMessages(now.id, 1)
    await acme.transaction((tx) =>
      tx
        .update('messages')
        .set({ isDeleted: 1 })
        .where('id', '=', gone as number)
        .execute(),
    )
    for (const id of [card, lost, gone])
      await expect(forwardMessage(scopeOf('bob'), id as number, { ticketIds: [now.id] })).rejects.toMatchObject({
        code: 'ERR_FORWARD_WAPP_MSG',
      })
  })
})

import { describe, expect, test } from 'bun:test'
import { findContactByNumber, upsertContact } from '../../../src/features/contacts/contacts/identify'
import { getContact, updateContact } from '../../../src/features/contacts/contacts/service'
import { contactTables } from '../../../src/features/inbox/contact-merges/merge'
import { listMerges, mergeContactsByHand } from '../../../src/features/inbox/contact-merges/merge-by-person'
import { undoMerge } from '../../../src/features/inbox/contact-merges/undo-merge'
import { createNote, listNotes } from '../../../src/features/inbox/notes/service'
import { listMentions } from '../../../src/features/inbox/notes/unseen-mentions'
import { searchEverything } from '../../../src/features/inbox/search/everything/service'
import { indexNewMessages } from '../../../src/features/inbox/search/index-messages'
import { deleteTicket } from '../../../src/features/inbox/tickets/create'
import { closeTicket } from '../../../src/features/inbox/tickets/state/change'
import { deleteExpiredRows } from '../../../src/housekeeping'
import { createInstallation, people } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { storedRows } from '../../stored-rows'

type Installation = Awaited<ReturnType<typeof createInstallation>>

/** Two contacts with rows in every table that refers to contacts, some in conflict: live tickets on one connection. */
async function createDuplicates(seed = 0) {
  const installation = await createInstallation()
  const { id: line } = await installation.insertConnection()
  const { id: second } = await installation.insertConnection()
  const keep = await installation.insertContact('acme', { name: 'Maria', number: '5511988880001' })
  const drop = await installation.insertContact('acme', { name: 'Maria do trabalho', number: '5511988880002' })
  const states = ['open', 'pending', 'closed'] as const
  const of = (contactId: number, status: (typeof states)[number], whatsappId: number) =>
    installation.insertTicket({ contactId, status, whatsappId, userId: status === 'open' ? 3 : null, queueId: 1 })
  const tickets = [
    await of(keep.id, states[seed % 3] ?? 'open', line),
    await of(drop.id, states[Math.floor(seed / 3) % 3] ?? 'open', line),
    await of(drop.id, 'closed', line),
    await of(drop.id, 'pending', second),
  ]
  for (const [at, { id, contactId }] of tickets.entries())
    for (let n = 0; n < 3; n++)
      await insertMessage(installation, { ticketId: id, contactId, whatsappId: line, waId: `${at}-${n}` })
  // The same message with both contacts: the merge deletes one copy, and undoing restores it.
  const [first, other] = tickets
  const duplicate = { whatsappId: line, waId: 'twin' }
  await insertMessage(installation, { ...duplicate, ticketId: first?.id as number, contactId: keep.id })
  const messageId = await insertMessage(installation, {
    ...duplicate,
    ticketId: other?.id as number,
    contactId: drop.id,
  })
  await installation.acme.transaction(async (tx) => {
    await tx.insert('reactions', { messageId, sender: 'me', emoji: '👍' }).execute()
    await tx
      .update('tickets')
      .set({ unreadMessages: 2 })
      .where('id', 'in', [first?.id as number, other?.id as number])
      .execute()
    await tx.update('contacts').set({ lid: '900001', email: 'maria@x.test' }).where('id', '=', drop.id).execute()
  })
  for (const { id: ticketId } of tickets) {
    const note = { ticketId, note: `nota ${ticketId}`, mentions: [people.sara.id] }
    await createNote(installation.scopeOf('ana'), note)
  }
  await insertTagsAndPins(installation, first?.id as number, other?.id as number)
  await updateContact(installation.scopeOf('ana'), drop.id, { extraInfo: [{ name: 'CPF', value: '1' }] })
  installation.published.length = 0
  return { ...installation, keep, drop, tickets, line }
}

/** Gives each ticket its own tag and both a third; Bob pins both tickets, Ana the second. */
async function insertTagsAndPins({ acme }: Pick<Installation, 'acme'>, first: number, other: number) {
  await acme.transaction(async (tx) => {
    const tag = (name: string) => ({ name, searchText: name.toLowerCase(), color: '#111111' })
    const made = await tx.insert('tags', ['A', 'B', 'C'].map(tag)).returning('id').execute()
    const [a, b, both] = made.map(({ id }) => id) as [number, number, number]
    const has = (ticketId: number, tags: number[]) => tags.map((tagId) => ({ ticketId, tagId }))
    await tx.insert('ticket_tags', [...has(first, [a, both]), ...has(other, [b, both])]).execute()
    const pinned = (ticketId: number, people: number[]) => people.map((userId) => ({ ticketId, userId }))
    const { ana, bob } = people
    await tx.insert('ticket_pins', [...pinned(first, [bob.id]), ...pinned(other, [bob.id, ana.id])]).execute()
  })
}

async function insertManyMessages({ acme, tickets, line }: Awaited<ReturnType<typeof createDuplicates>>) {
  const { id: ticketId, contactId } = tickets[0] as { id: number; contactId: number }
  const kind = { body: '', mediaType: 'chat', mediaId: null, mediaStatus: null, fromMe: 0, origin: 'customer' } as const
  const rest = { userId: null, detail: null, ack: 1, error: null, quotedWaId: null, proto: null } as const
  const rows = Array.from({ length: 2_100 }, (_, n) => ({ ticketId, contactId, whatsappId: line, waId: `more ${n}` }))
  await acme.transaction((tx) =>
    tx
      .insert(
        'messages',
        rows.map((row) => ({ ...row, ...kind, ...rest })),
      )
      .execute(),
  )
}

interface NewMessage {
  ticketId: number
  contactId: number
  whatsappId: number
  waId: string
}
async function insertMessage({ acme }: Pick<Installation, 'acme'>, message: NewMessage) {
  const kind = { body: `oi ${message.waId}`, mediaType: 'chat', mediaId: null, mediaStatus: null, fromMe: 0 } as const
  const rest = { origin: 'customer', userId: null, detail: null, ack: 1, error: null, quotedWaId: null } as const
  const row = { ...message, ...kind, ...rest, proto: new Uint8Array([1, 2, message.ticketId]) }
  const { id } = await acme.transaction((tx) => tx.insert('messages', row).returning('id').executeTakeFirstOrThrow())
  return id
}

/** Rows of all tables but the append-only histories. */
async function dump({ store }: Pick<Installation, 'store'>) {
  // Figures of the number count the copy of a message once more when it is inserted again.
  const histories = ['ticket_events', 'attendances', 'audit_log', 'audit_chains', 'number_points', 'sqlite_sequence']
  const tables = Object.entries(await storedRows(store))
  return Object.fromEntries(tables.filter(([name]) => !name.includes('_fts') && !histories.includes(name)))
}

sqliteTest('contactTables lists every table with a foreign key to contacts', async () => {
  const { store } = await createInstallation()
  const { sqlite } = store.raw.statements
  const tables = sqlite.query("select name from sqlite_schema where type = 'table'").all() as { name: string }[]
  const referring = tables.filter(({ name }) =>
    (sqlite.query('select "table" as target from pragma_foreign_key_list(?)').all(name) as { target: string }[]).some(
      ({ target }) => target === 'contacts',
    ),
  )
  expect(referring.map(({ name }) => name).sort()).toEqual([...contactTables].sort())
})

describe('undoMerge restores all rows', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('for combination %i of ticket states', async (seed) => {
    const made = await createDuplicates(seed)
    const before = await dump(made)
    const { mergeId } = await mergeContactsByHand(made.scopeOf('ana'), made.keep.id, made.drop.id)
    expect(await dump(made)).not.toEqual(before)
    await undoMerge(made.scopeOf('ana'), mergeId)
    expect(await dump(made)).toEqual(before)
  })

  test('and search finds the message copy that the merge deleted', async () => {
    const made = await createDuplicates()
    const found = async () => {
      await indexNewMessages(made.platform, 0)
      return (await searchEverything(made.scopeOf('ana'), { q: 'twin' })).messages
        .map(({ message }) => message.id)
        .sort()
    }
    const before = await found()
    expect(before).toHaveLength(2)
    const { mergeId } = await mergeContactsByHand(made.scopeOf('ana'), made.keep.id, made.drop.id)
    expect(await found()).toHaveLength(1)
    await undoMerge(made.scopeOf('ana'), mergeId)
    await insertManyMessages(made) // the newest 2,000 messages are searched without the index
    expect(await found()).toEqual(before)
  })

  test('of two merges undone in reverse order', async () => {
    const made = await createDuplicates()
    const third = await made.insertContact('acme', { name: 'Terceira', number: '5511988880003' })
    const before = await dump(made)
    const first = await mergeContactsByHand(made.scopeOf('ana'), made.keep.id, made.drop.id)
    const second = await mergeContactsByHand(made.scopeOf('ana'), third.id, made.keep.id)
    await undoMerge(made.scopeOf('ana'), second.mergeId)
    await undoMerge(made.scopeOf('ana'), first.mergeId)
    expect(await dump(made)).toEqual(before)
  })
})

test('the remaining contact has all data and both numbers, and events are published', async () => {
  const made = await createDuplicates()
  const { contact, mergeId } = await mergeContactsByHand(made.scopeOf('sara'), made.keep.id, made.drop.id)
  expect(contact).toMatchObject({
    name: 'Maria',
    number: '5511988880001',
    otherNumbers: ['5511988880002'],
    email: 'maria@x.test',
    extraInfo: [{ name: 'CPF' }],
  })
  expect((await findContactByNumber(made.scopeOf('ana'), '5511988880002'))?.id).toBe(made.keep.id)
  const told = made.published.map(({ entity, payload }) => `${entity} ${payload.action}`)
  expect(told).toContain('contact delete')
  expect(told.filter((line) => line === 'ticket update').length).toBeGreaterThanOrEqual(3)
  const { merges } = await listMerges(made.scopeOf('ana'), made.keep.id)
  expect(merges).toMatchObject([{ id: mergeId, name: 'Maria do trabalho', number: '5511988880002', by: 'Sara' }])

  // A message from the other number finds the remaining contact; replies go to that number.
  const jid = '5511988880002@s.whatsapp.net'
  const identity = { number: '5511988880002', lid: null, jid, isGroup: false }
  const row = await made.systemScope().transaction(async (scope) => upsertContact(scope, identity, 'Maria'))
  expect(row).toMatchObject({ id: made.keep.id, number: '5511988880001', waJid: jid })
})

test('the remaining ticket has the notes of both, and mentions refer to it', async () => {
  const made = await createDuplicates(3)
  const [ours, theirs] = made.tickets.map(({ id }) => id) as [number, number]
  await mergeContactsByHand(made.scopeOf('ana'), made.keep.id, made.drop.id)
  const { notes } = await listNotes(made.scopeOf('ana'), { ticketId: ours })
  expect(notes.map(({ note }) => note)).toEqual([`nota ${theirs}`, `nota ${ours}`])
  const named = (await listMentions(made.scopeOf('sara'))).mentions.map(({ ticketId }) => ticketId)
  expect([named.includes(ours), named.includes(theirs)]).toEqual([true, false])
})

test('undoMerge does not restore a ticket deleted since, and restores the rest', async () => {
  const made = await createDuplicates(3)
  const [ours, theirs] = made.tickets.map(({ id }) => id) as [number, number]
  const { mergeId } = await mergeContactsByHand(made.scopeOf('ana'), made.keep.id, made.drop.id)
  await deleteTicket(made.scopeOf('ana'), theirs)
  const { restored } = await undoMerge(made.scopeOf('ana'), mergeId)
  expect(restored.id).toBe(made.drop.id)
  const kept = made.acme.select('messages').select('id').where('ticketId', '=', ours)
  expect(await kept.execute()).toHaveLength(7)
})

test('undoMerge keeps later changes of the contact and leaves later messages in their ticket', async () => {
  const made = await createDuplicates()
  const [open] = made.tickets
  const { mergeId } = await mergeContactsByHand(made.scopeOf('ana'), made.keep.id, made.drop.id)
  const chat = { whatsappId: made.line, contactId: made.keep.id }
  const live = await made.acme
    .select('tickets')
    .select('id')
    .where('contactId', '=', made.keep.id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  const later = await insertMessage(made, { ...chat, ticketId: live.id, waId: 'later' })
  await updateContact(made.scopeOf('ana'), made.keep.id, { email: 'outra@x.test' })
  const { restored } = await undoMerge(made.scopeOf('ana'), mergeId)
  expect(restored).toMatchObject({ id: made.drop.id, email: 'maria@x.test' })
  expect(await getContact(made.scopeOf('ana'), made.keep.id)).toMatchObject({ email: 'outra@x.test', otherNumbers: [] })
  const row = await made.acme.select('messages').select('contactId').where('id', '=', later).executeTakeFirstOrThrow()
  expect(row.contactId).toBe(open?.id === live.id ? made.keep.id : made.drop.id)
  const strays = await made.acme
    .select('messages')
    .innerJoin('tickets', 'tickets.id', 'messages.ticketId')
    .select('messages.id')
    .whereRef('tickets.contactId', '<>', 'messages.contactId')
    .execute()
  expect(strays).toEqual([])
  const copies = await made.acme.select('messages').select('contactId').where('waId', '=', 'twin').execute()
  expect(copies.map(({ contactId }) => contactId).sort()).toEqual([made.keep.id, made.drop.id])
  await closeTicket(made.scopeOf('ana'), open?.id as number)
})

test('mergeContactsByHand and undoMerge refuse groups, the same contact, repeats, other companies and reused numbers', async () => {
  const made = await createDuplicates()
  const { id: foreign } = await made.insertContact('rival')
  const merge = (a: number, b: number) => mergeContactsByHand(made.scopeOf('ana'), a, b)
  await expect(merge(made.keep.id, made.keep.id)).rejects.toMatchObject({ code: 'ERR_MERGE_CONTACT' })
  await expect(merge(made.keep.id, foreign)).rejects.toMatchObject({ code: 'ERR_NO_CONTACT_FOUND' })
  const { mergeId } = await merge(made.keep.id, made.drop.id)
  await expect(undoMerge(made.scopeOf('rui'), mergeId)).rejects.toMatchObject({ code: 'ERR_NO_MERGE_FOUND' })
  await made.acme.transaction((tx) =>
    tx.update('contacts').set({ number: '5511988880002' }).where('id', '=', made.keep.id).execute(),
  )
  await expect(undoMerge(made.scopeOf('ana'), mergeId)).rejects.toMatchObject({ code: 'ERR_MERGE_UNDO' })
  expect((await listMerges(made.scopeOf('ana'), made.keep.id)).merges).toHaveLength(1)
})

test('a supervisor neither reads nor diverts a conversation of another queue by a merge', async () => {
  const { insertContact, insertTicket, insertConnection, scopeOf, acme } = await createInstallation()
  const { id: whatsappId } = await insertConnection()
  const [own, others] = [await insertContact('acme'), await insertContact('acme')]
  await insertTicket({ contactId: own.id, queueId: 1, status: 'open', userId: people.sara.id, whatsappId })
  await insertTicket({ contactId: others.id, queueId: 2, status: 'open', userId: people.ana.id, whatsappId })
  const tickets = () => acme.select('tickets').select(['id', 'contactId', 'status']).orderBy('id').execute()
  const before = await tickets()
  const refused = { code: 'ERR_NO_PERMISSION' }
  await expect(mergeContactsByHand(scopeOf('sara'), own.id, others.id)).rejects.toMatchObject(refused)
  await expect(mergeContactsByHand(scopeOf('sara'), others.id, own.id)).rejects.toMatchObject(refused)
  expect(await tickets()).toEqual(before)
  const { mergeId } = await mergeContactsByHand(scopeOf('ana'), others.id, own.id)
  await expect(undoMerge(scopeOf('sara'), mergeId)).rejects.toMatchObject(refused)
  expect((await undoMerge(scopeOf('ana'), mergeId)).restored.id).toBe(own.id)
})

test('a merge is final after 30 days', async () => {
  const made = await createDuplicates()
  const { mergeId } = await mergeContactsByHand(made.scopeOf('ana'), made.keep.id, made.drop.id)
  const past = new Date(Date.now() - 31 * 86_400_000).toISOString()
  await made.acme.transaction((tx) =>
    tx
      .update('contact_merges')
      .set({ createdAt: past } as never)
      .execute(),
  )
  await expect(undoMerge(made.scopeOf('ana'), mergeId)).rejects.toMatchObject({ code: 'ERR_MERGE_UNDO' })
  await deleteExpiredRows(made.platform)
  await expect(undoMerge(made.scopeOf('ana'), mergeId)).rejects.toMatchObject({ code: 'ERR_NO_MERGE_FOUND' })
})

import { describe, expect, test } from 'bun:test'
import { visibleTo } from '../../../src/events'
import { createNote, deleteNote, listNotes } from '../../../src/features/inbox/notes/service'
import { listMentions, seeMentions } from '../../../src/features/inbox/notes/unseen-mentions'
import { createInstallation, errorAnswer, people } from '../../installation'

async function createTicketForNotes() {
  const installation = await createInstallation()
  const ticket = await installation.insertTicket({ status: 'open', userId: 3, queueId: 1 })
  const note = (text = 'cliente pediu nota fiscal', as: 'ana' | 'sara' | 'bob' | 'caio' = 'bob') =>
    createNote(installation.scopeOf(as), { ticketId: ticket.id, note: text })
  return { ...installation, ticketRow: ticket, note }
}

test('a note is stored, published to viewers of the ticket and never sent to the customer', async () => {
  const { note, published, ticketRow, viewerOf, whatsapp, jobs } = await createTicketForNotes()
  const made = await note('  liga de novo às 15h  ')
  expect(made).toMatchObject({ ticketId: ticketRow.id, contactId: ticketRow.contactId, note: 'liga de novo às 15h' })
  expect(made.user).toEqual({ id: 3, name: 'Bob' })
  await jobs.settle()
  expect(whatsapp.calls).toEqual([])
  expect(published).toMatchObject([{ entity: 'ticketNote', payload: { action: 'create', note: made } }])
  const told = published[0]?.payload as Parameters<typeof visibleTo.ticketNote>[1]
  expect(visibleTo.ticketNote(viewerOf('sara'), told)).toEqual(told)
  expect(visibleTo.ticketNote(viewerOf('caio'), told)).toBeNull()
})

test('a user who cannot see the ticket cannot write, read or delete its notes', async () => {
  const { note, scopeOf, ticketRow, published } = await createTicketForNotes()
  const { id } = await note()
  published.length = 0
  await expect(note('oi', 'caio')).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await expect(listNotes(scopeOf('caio'), { ticketId: ticketRow.id })).rejects.toMatchObject({
    code: 'ERR_NO_PERMISSION',
  })
  await expect(deleteNote(scopeOf('caio'), id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await expect(deleteNote(scopeOf('rui'), id)).rejects.toMatchObject({ code: 'ERR_NO_NOTE_FOUND' })
  expect((await listNotes(scopeOf('caio'), { contactId: ticketRow.contactId })).notes).toEqual([])
  expect(published).toEqual([])
})

test('a note is deleted by its author or an admin, not by a colleague', async () => {
  const { note, scopeOf, published } = await createTicketForNotes()
  const { id, ticketId } = await note()
  await expect(deleteNote(scopeOf('sara'), id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  expect(await deleteNote(scopeOf('bob'), id)).toEqual({ id })
  expect(published.at(-1)).toMatchObject({ entity: 'ticketNote', payload: { action: 'delete', noteId: id, ticketId } })
  await expect(deleteNote(scopeOf('ana'), (await note()).id)).resolves.toBeDefined()
})

test('listNotes returns notes of all tickets of the contact in pages, newest first', async () => {
  const { note, scopeOf, insertTicket, ticketRow } = await createTicketForNotes()
  const { contactId, whatsappId } = ticketRow
  const earlier = await insertTicket({ status: 'closed', contactId, whatsappId: whatsappId as number, queueId: 1 })
  for (let n = 1; n <= 15; n++) await note(`nota ${n}`)
  for (let n = 16; n <= 25; n++) await createNote(scopeOf('sara'), { ticketId: earlier.id, note: `nota ${n}` })
  const first = await listNotes(scopeOf('bob'), { contactId })
  const second = await listNotes(scopeOf('bob'), { contactId, cursor: first.next as string })
  const all = [...first.notes, ...second.notes].map(({ note }) => note)
  expect(all).toEqual(Array.from({ length: 25 }, (_, at) => `nota ${25 - at}`))
  expect(second).toMatchObject({ hasMore: false, next: null })
  expect((await listNotes(scopeOf('bob'), { ticketId: earlier.id })).notes).toHaveLength(10)
})

test('a note of one letter is refused with its field', async () => {
  const { clientAs, ticketRow } = await createTicketForNotes()
  for (const note of ['x', '   ', ' x '])
    expect(await clientAs('bob')['ticket-notes'].post({ ticketId: ticketRow.id, note })).toMatchObject(
      errorAnswer(422, 'ERR_VALIDATION', { fields: ['note'] }),
    )
})

test('mentions of a note keep only users who see the ticket', async () => {
  const { scopeOf, ticketRow, published } = await createTicketForNotes()
  const mentions = [people.sara.id, people.caio.id, people.rui.id, people.bob.id, people.sara.id]
  const made = await createNote(scopeOf('bob'), { ticketId: ticketRow.id, note: '@Sara e @Caio, vejam', mentions })
  expect(made.mentions).toEqual([{ id: people.sara.id, name: 'Sara' }])
  expect(published).toMatchObject([{ entity: 'ticketNote', payload: { note: { mentions: made.mentions } } }])
  expect((await listNotes(scopeOf('ana'), { ticketId: ticketRow.id })).notes[0]?.mentions).toEqual(made.mentions)
})

describe('a mention in a note', () => {
  const naming = async () => {
    const all = await createTicketForNotes()
    const [ana, sara, bob, caio] = [1, 2, 3, 4]
    const name = (note: string, mentions: number[], as: 'ana' | 'bob' = 'bob') =>
      createNote(all.scopeOf(as), { ticketId: all.ticketRow.id, note, mentions })
    const unseen = async (as: 'ana' | 'sara' | 'bob' | 'caio') =>
      (await listMentions(all.scopeOf(as))).mentions.map(({ note }) => note)
    return { ...all, ana, sara, bob, caio, name, unseen }
  }

  test('stays unseen until the user opens the ticket, signed in or not; only this user receives the event', async () => {
    const { name, unseen, ana, bob, scopeOf, viewerOf, ticketRow, published } = await naming()
    const first = await name('@Ana, pode olhar?', [ana, bob])
    await name('e de novo @Ana', [ana])
    expect([await unseen('ana'), await unseen('bob'), await unseen('sara')]).toEqual([
      ['e de novo @Ana', '@Ana, pode olhar?'],
      [],
      [],
    ])
    expect((await listMentions(scopeOf('ana'))).mentions[1]).toMatchObject({
      id: first.id,
      uuid: ticketRow.uuid,
      author: 'Bob',
    })
    published.length = 0
    await seeMentions(scopeOf('ana'), ticketRow.id)
    expect(await unseen('ana')).toEqual([])
    expect(published).toMatchObject([{ entity: 'mention', payload: { action: 'seen', ticketId: ticketRow.id } }])
    const told = published[0]?.payload as Parameters<typeof visibleTo.mention>[1]
    expect([visibleTo.mention(viewerOf('ana'), told), visibleTo.mention(viewerOf('bob'), told)]).toEqual([told, null])
    await seeMentions(scopeOf('ana'), ticketRow.id)
    expect(published).toHaveLength(1)
  })

  test('disappears with the note, and is hidden while the user cannot see the ticket', async () => {
    const { name, unseen, sara, scopeOf, acme, ticketRow } = await naming()
    await name('@Sara, fica', [sara], 'ana')
    const { id } = await name('@Sara, some', [sara])
    await deleteNote(scopeOf('bob'), id)
    expect(await unseen('sara')).toEqual(['@Sara, fica'])
    await acme.transaction((tx) => tx.update('tickets').set({ queueId: 2 }).execute())
    expect(await unseen('sara')).toEqual([])
    await expect(seeMentions(scopeOf('sara'), ticketRow.id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    await acme.transaction((tx) => tx.update('tickets').set({ queueId: 1 }).execute())
    expect(await unseen('sara')).toEqual(['@Sara, fica'])
  })

  test('is not stored for a user who cannot see the ticket', async () => {
    const { name, unseen, caio } = await naming()
    expect(await name('@Caio, veja', [caio])).toMatchObject({ mentions: [] })
    expect(await unseen('caio')).toEqual([])
  })
})

import type { Scope } from '../../../core/scope'
import { jsonElements, jsonObjects } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { limits, pageSizes } from '../../../shared/limits'
import { getContactRow } from '../../contacts/contacts/read'
import { enqueueNotePush } from '../../platform/push/enqueue'
import { listVisibleTickets } from '../tickets/list/visible-tickets'
import type { Ticket } from '../tickets/model'
import { getTicket } from '../tickets/read'
import { mentionedWhoSee } from './mentions'
import type { NewNote, NoteQuery, TicketNote } from './model'
import { insertMentions } from './unseen-mentions'

const noteRows = (db: Tables) =>
  db
    .select('ticket_notes')
    .innerJoin('tickets', 'tickets.id', 'ticket_notes.ticketId')
    .leftJoin('users', 'users.id', 'ticket_notes.userId')
    .select(['ticket_notes.id', 'ticket_notes.ticketId', 'ticket_notes.userId', 'ticket_notes.note'])
    .select(['ticket_notes.createdAt', 'tickets.contactId', 'users.name as userName'])
    .select(({ selectFrom }) =>
      selectFrom(jsonElements('ticket_notes.mentions').as('m'))
        .crossJoin('users as u') // the few mentioned ids first, then each user by its id
        .whereRef('u.id', '=', 'm.value')
        .whereRef('u.companyId', '=', 'ticket_notes.companyId')
        .select(jsonObjects({ id: 'u.id', name: 'u.name' }).as('json'))
        .as('mentioned'),
    )

const byId = hot<{ id: number }>()((db, p) => noteRows(db).where('ticket_notes.id', '=', p('id')))
const ofTicket = hot<{ ticketId: number; before: number; limit: number }>()((db, p) =>
  noteRows(db)
    .where('ticket_notes.ticketId', '=', p('ticketId'))
    .where('ticket_notes.id', '<', p('before'))
    .orderBy('ticket_notes.id', 'desc')
    .limit(p('limit')),
)
interface NewNoteRow {
  ticketId: number
  userId: number
  note: string
  mentions: string
  createdAt: string
}
const insertNote = hot<NewNoteRow>()((db, p) =>
  db
    .insert('ticket_notes', {
      ticketId: p('ticketId'),
      userId: p('userId'),
      note: p('note'),
      mentions: p('mentions'),
      createdAt: p('createdAt'),
    })
    .returning('id'),
)
const removeNote = hot<{ id: number }>()((db, p) => db.delete('ticket_notes').where('id', '=', p('id')))
type NoteRow = NonNullable<(typeof byId)['row']>

/**
 * Creates a note on a ticket the acting user sees, also one held by another user. Notifies the mentioned users who see
 * the ticket.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION
 */
export function createNote(outer: Scope, { ticketId, note: given, mentions = [] }: NewNote): Promise<TicketNote> {
  const note = given.trim()
  if (note.length < limits.note.min) throw new AppError('ERR_VALIDATION', { fields: ['note'] })
  return outer.transaction(async (scope) => {
    return addNote(scope, await getTicket(scope, ticketId), note, mentions)
  })
}

/** Adds the acting user's note to a ticket that need not be visible to them any more. Call within a transaction. */
export async function addNote(scope: Scope, ticket: Ticket, note: string, mentions: number[]): Promise<TicketNote> {
  const { userId } = scope.viewer
  const mentioned = await mentionedWhoSee(scope, ticket, mentions)
  const row = { ticketId: ticket.id, userId, note, mentions: JSON.stringify(mentioned) }
  const written = await insertAndRead(scope, row)
  await insertMentions(scope, written.id, mentioned)
  if (mentioned.length > 0) await enqueueNotePush(scope, written.id)
  scope.publish('ticketNote', { action: 'create', note: written, ticket })
  return written
}

async function insertAndRead(scope: Scope, note: Omit<NewNoteRow, 'createdAt'>): Promise<TicketNote> {
  const made = await scope.db.first(insertNote, { ...note, createdAt: new Date().toISOString() })
  return toNote(await getNoteRow(scope, made?.id as number))
}

/** Deletes a note: its author's own, or any for an admin. @throws ERR_NO_NOTE_FOUND, ERR_NO_PERMISSION */
export function deleteNote(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const { ticketId, userId } = await getNoteRow(scope, id)
    const ticket = await getTicket(scope, ticketId)
    const { viewer } = scope
    if (userId !== viewer.userId && viewer.profile !== 'admin') throw new AppError('ERR_NO_PERMISSION')
    await scope.db.run(removeNote, { id })
    scope.publish('ticketNote', { action: 'delete', noteId: id, ticketId, ticket })
    return { id }
  })
}

/** Returns a page of notes, newest first; keyset by id. @throws ERR_NO_TICKET_FOUND, ERR_NO_CONTACT_FOUND */
export async function listNotes(scope: Scope, { ticketId, contactId, cursor }: NoteQuery) {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
  const size = pageSizes.other
  const rows = await readNotes(scope, { ticketId, contactId, before, limit: size + 1 })
  const notes = rows.slice(0, size).map(toNote)
  const hasMore = rows.length > size
  return { notes, hasMore, next: hasMore ? String(notes.at(-1)?.id) : null }
}

interface NoteFilter {
  ticketId?: number
  contactId?: number
  before: number
  limit: number
}

async function readNotes(scope: Scope, { ticketId, contactId, before, limit }: NoteFilter): Promise<NoteRow[]> {
  if (ticketId !== undefined) {
    const ticket = await getTicket(scope, ticketId)
    if (contactId !== undefined && ticket.contactId !== contactId) throw new AppError('ERR_NO_CONTACT_FOUND')
    return scope.db.run(ofTicket, { ticketId, before, limit })
  }
  if (contactId === undefined) return []
  await getContactRow(scope, contactId)
  const ids = (await listVisibleTickets(scope, contactId)).map(({ id }) => id)
  return noteRows(scope.db)
    .where('ticket_notes.ticketId', 'in', ids)
    .where('ticket_notes.id', '<', before)
    .orderBy('ticket_notes.id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Returns the newest notes of a ticket, oldest first, to be shown between its messages. The caller has checked the
 * permission.
 */
export const notesOf = async (scope: Scope, ticketId: number, limit: number): Promise<TicketNote[]> =>
  (await scope.db.run(ofTicket, { ticketId, before: Number.MAX_SAFE_INTEGER, limit })).reverse().map(toNote)

/** Returns a note, or undefined after its deletion. */
export const findNote = async (scope: Scope, id: number): Promise<TicketNote | undefined> => {
  const row = await scope.db.first(byId, { id })
  return row && toNote(row)
}

async function getNoteRow(scope: Scope, id: number): Promise<NoteRow> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_NOTE_FOUND')
  return row
}

const toNote = ({ userName, mentioned, ...row }: NoteRow): TicketNote => ({
  ...row,
  mentions: parseJson(mentioned ?? '[]'),
  user: row.userId === null || userName === null ? null : { id: row.userId, name: userName },
})

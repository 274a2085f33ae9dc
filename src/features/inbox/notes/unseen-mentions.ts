import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { limits } from '../../../shared/limits'
import { seesTicket } from '../../../shared/permissions'
import { getTicket } from '../tickets/read'
import type { Mention, Mentions } from './model'

const insertMention = hot<{ noteId: number; userId: number }>()((db, p) =>
  db.insert('note_mentions', { noteId: p('noteId'), userId: p('userId') }),
)
const newestUnseen = hot<{ userId: number; limit: number }>()((db, p) =>
  db
    .select('note_mentions')
    .innerJoin('ticket_notes', 'ticket_notes.id', 'note_mentions.noteId')
    .innerJoin('tickets', 'tickets.id', 'ticket_notes.ticketId')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .leftJoin('users', 'users.id', 'ticket_notes.userId')
    .select(['ticket_notes.id', 'ticket_notes.ticketId', 'ticket_notes.note', 'ticket_notes.createdAt'])
    .select(['tickets.uuid', 'tickets.status', 'tickets.userId', 'tickets.queueId', 'contacts.name as contactName'])
    .select('users.name as author')
    .where('note_mentions.userId', '=', p('userId'))
    .where('note_mentions.seenAt', 'is', null)
    .orderBy('note_mentions.noteId', 'desc')
    .limit(p('limit')),
)
type Row = NonNullable<(typeof newestUnseen)['row']>
const markSeen = hot<{ userId: number; ticketId: number; now: string }>()((db, p) =>
  db
    .update('note_mentions')
    .set({ seenAt: p('now') })
    .where('userId', '=', p('userId'))
    .where('seenAt', 'is', null)
    .where('noteId', 'in', ({ selectFrom }) =>
      selectFrom('ticket_notes as n')
        .select('n.id')
        .whereRef('n.companyId', '=', 'note_mentions.companyId')
        .where('n.ticketId', '=', p('ticketId')),
    )
    .returning('noteId'),
)

/** Inserts the unseen mentions of a note. Call within the transaction that inserts the note. */
export async function insertMentions(scope: Scope, noteId: number, userIds: number[]) {
  for (const userId of userIds) await scope.db.run(insertMention, { noteId, userId })
}

/** Returns the acting user's unseen mentions, newest first, of tickets they still see. */
export async function listMentions(scope: Scope): Promise<Mentions> {
  const rows = await scope.db.run(newestUnseen, { userId: scope.viewer.userId, limit: limits.unseenMentions })
  return { mentions: rows.filter((row) => seesTicket(scope.viewer, row)).map(toMention) }
}

const toMention = ({ id, ticketId, uuid, contactName, author, note, createdAt }: Row): Mention => ({
  id,
  ticketId,
  uuid,
  contactName,
  author,
  note,
  createdAt,
})

/**
 * Marks all mentions of the acting user in a ticket as seen; the event clears them in all their browsers.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export function seeMentions(outer: Scope, ticketId: number) {
  return outer.transaction(async (scope) => {
    await getTicket(scope, ticketId)
    const { userId } = scope.viewer
    const seen = await scope.db.run(markSeen, { userId, ticketId, now: new Date().toISOString() })
    if (seen.length > 0) scope.publish('mention', { action: 'seen', userId, ticketId })
    return { ticketId }
  })
}

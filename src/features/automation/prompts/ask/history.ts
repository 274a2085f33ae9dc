import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { cutText } from '../../../../shared/text'
import type { ProgramRequest } from '../../programs/program'
import type { ChatMessage } from './chat-protocol'
import type { TranscribedNote } from './voice-notes'

/** Characters of one message that are sent; the rest of a longer one is left out. */
const maxLength = 4000

const endOfEarlier = hot<{ ticketId: number; attendanceId: number }>()((db, p) =>
  db
    .select('attendances')
    .select('finishedAt')
    .where('ticketId', '=', p('ticketId'))
    .where('id', '<', p('attendanceId'))
    .where('finishedAt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1),
)
const newestTexts = hot<{ ticketId: number; since: string; until: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'body', 'fromMe'])
    .where('ticketId', '=', p('ticketId'))
    .where('createdAt', '>=', p('since'))
    .where('id', '<=', p('until'))
    .where(({ eb, or, and }) =>
      or([eb('mediaType', '=', 'chat'), and([eb('mediaType', '=', 'audio'), eb('fromMe', '=', 1)])]),
    )
    .where('body', '<>', '')
    .where('isDeleted', '=', 0)
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

/** Text for a file without words. */
export type FileNote = (mediaType: string) => string

interface HistoryOptions {
  limit: number
  fileNote: FileNote
  /** Voice notes of this attendance with their words. */
  heard: TranscribedNote[]
}

/**
 * The newest `limit` texts of the attendance as messages of the protocol, oldest first: the customer's as `user`, all
 * others as `assistant`. Voice notes, also those that a voice spoke, are in it with their words; other files of the
 * customer that wait for an answer with their caption, or with a note.
 */
export async function readHistory(
  scope: Scope,
  { ticket, attendanceId, messages }: Omit<ProgramRequest, 'programId'>,
  { limit, fileNote, heard }: HistoryOptions,
): Promise<ChatMessage[]> {
  const earlier = await scope.db.first(endOfEarlier, { ticketId: ticket.id, attendanceId })
  const until = messages.at(-1)?.id ?? 0
  const texts = await scope.db.run(newestTexts, { ticketId: ticket.id, since: earlier?.finishedAt ?? '', until, limit })
  const files = messages
    .filter(({ id, mediaType }) => mediaType !== 'chat' && !heard.some((note) => note.id === id))
    .map(({ id, body, mediaType }) => ({ id, body: body || fileNote(mediaType), fromMe: 0 }))
  const spoken = heard.map(({ id, text }) => ({ id, body: text, fromMe: 0 }))
  return [...texts, ...files, ...spoken]
    .toSorted((a, b) => a.id - b.id)
    .slice(-limit)
    .map(({ body, fromMe }) => ({ role: fromMe ? 'assistant' : 'user', content: cutText(body, maxLength) }))
}

import { sql } from 'kysely'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { fold } from '../../shared/text'
import { seenTickets } from '../tickets/earlier'
import { getTicket } from '../tickets/read'
import type { MessageHits } from './model'

/** More than anybody steps through. */
const mostHits = 200

/** SQLite finds what may be meant; what is meant is decided by `fold`, which it does not have. */
const candidates = hot<{ contactId: number; before: number; pattern: string; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'ticketId', 'body'])
    .where('contactId', '=', p('contactId'))
    .where('id', '<', p('before'))
    .where('mediaType', 'not in', ['locationMessage', 'contactMessage', 'sticker', 'unsupported'])
    .where(sql<boolean>`"body" like ${p('pattern')} escape '\\'`)
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

/**
 * Where in a conversation some words were said, newest first: in the ticket and the contact's earlier ones that the
 * person sees. Accents and case do not count. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export async function searchConversation(scope: Scope, ticketId: number, asked = ''): Promise<MessageHits> {
  const { contactId } = await getTicket(scope, ticketId)
  const words = fold(asked)
  if (words === '') return { hits: [], hasMore: false }
  const seen = new Set((await seenTickets(scope, contactId, ticketId)).map(({ id }) => id))
  const hits: MessageHits['hits'] = []
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await scope.db.run(candidates, { contactId, before, pattern: patternOf(words), limit: mostHits })
    for (const { id, ticketId, body } of rows)
      if (seen.has(ticketId) && fold(body).includes(words)) hits.push({ id, ticketId })
    if (rows.length < mostHits || hits.length > mostHits) break
    before = rows.at(-1)?.id ?? 0
  }
  hits.sort((a, b) => b.ticketId - a.ticketId || b.id - a.id)
  return { hits: hits.slice(0, mostHits), hasMore: hits.length > mostHits }
}

/** Every letter that may bear an accent is any letter. */
const patternOf = (folded: string) => `%${folded.replace(/[\\%_]/g, '\\$&').replace(/[aceinouy]/g, '_')}%`

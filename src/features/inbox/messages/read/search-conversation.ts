import type { Scope } from '../../../../core/scope'
import { byteLength } from '../../../../core/storage/expressions'
import { hot } from '../../../../core/storage/tenant'
import { toSearchableText } from '../../../../shared/found-words'
import { FoldBudget } from '../../search/fold-budget'
import { withWords } from '../../search/messages'
import { inSearchTurn } from '../../search/search-turns'
import { listVisibleTickets } from '../../tickets/list/visible-tickets'
import { getTicket } from '../../tickets/read'
import type { MessageHits, MessageSearch } from '../model'

/** Limits per request: hits returned, messages read, messages read per query. */
const maxHits = 200
const maxRead = 3000
const batchSize = 500

/** A contact's messages that have text; `size` is the length of the body in bytes. */
const candidates = hot<{ contactId: number; before: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'ticketId'])
    .select(byteLength('body').as('size'))
    .where('contactId', '=', p('contactId'))
    .where('id', '<', p('before'))
    .where('mediaType', '!=', 'sticker')
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

/**
 * Returns the messages of a conversation that contain a phrase, newest first: in the ticket and the contact's earlier
 * tickets that the acting user sees. Ignores accents and case. A page may be short or empty before the end; the end is
 * `next` null.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export async function searchConversation(
  scope: Scope,
  ticketId: number,
  { q = '', cursor }: MessageSearch,
): Promise<MessageHits> {
  const { contactId } = await getTicket(scope, ticketId)
  const phrase = toSearchableText(q)
  if (phrase === '') return toPage([], null)
  return inSearchTurn(scope, () => readHits(scope, { contactId, ticketId, phrase, cursor }))
}

interface Phrase {
  contactId: number
  ticketId: number
  phrase: string
  cursor: string | undefined
}

async function readHits(scope: Scope, { contactId, ticketId, phrase, cursor }: Phrase): Promise<MessageHits> {
  const visibleIds = new Set((await listVisibleTickets(scope, contactId, ticketId)).map(({ id }) => id))
  const hits: MessageHits['hits'] = []
  const budget = new FoldBudget()
  let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
  for (let read = 0; read < maxRead && hits.length < maxHits; read += batchSize) {
    const rows = await scope.db.runAside(candidates, { contactId, before, limit: batchSize })
    const readable = rows.filter(({ ticketId }) => visibleIds.has(ticketId))
    const taken = budget.take(readable)
    hits.push(...(await withWords(scope, [phrase], taken)).map(({ id, ticketId }) => ({ id, ticketId })))
    const firstUnread = readable[taken.length]
    if (firstUnread) return toPage(hits, firstUnread.id + 1)
    if (rows.length < batchSize) return toPage(hits, null)
    before = rows.at(-1)?.id as number
  }
  return toPage(hits, before)
}

/** Sorts as the conversation is shown, from its end: by ticket, then by message. */
function toPage(hits: MessageHits['hits'], next: number | null): MessageHits {
  hits.sort((a, b) => b.ticketId - a.ticketId || b.id - a.id)
  return { hits, hasMore: next !== null, next: next === null ? null : String(next) }
}

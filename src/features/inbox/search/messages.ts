import type { Scope } from '../../../core/scope'
import { byteLength, inList, jsonField, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { hidesNumbers } from '../../contacts/contacts/hidden-numbers'
import { FoldBudget } from './fold-budget'
import { inSearchTurn, pauseBeforeFolding } from './search-turns'
import { type MessageFilter, messagePasses, ticketPasses } from './visible-rows'
import { hasAllWords, textOf } from './words'

/** Candidates that the user may see; `size` is the text's length in bytes, read without the text. */
const visibleCandidates = hot<MessageFilter & { ids: ListParameter }>()((db, p) =>
  db
    .select('messages')
    .innerJoin('tickets', 'tickets.id', 'messages.ticketId')
    .select(['messages.id', 'messages.ticketId'])
    .select(byteLength('messages.body').as('size'))
    .where('messages.id', 'in', inList(p('ids')))
    .where(ticketPasses(p))
    .where(messagePasses(p))
    .orderBy('messages.id', 'desc'),
)
type Seen = NonNullable<(typeof visibleCandidates)['row']>
export type FoundRow = Pick<Seen, 'id' | 'ticketId'>

/** Texts of messages by id. */
export const messageTexts = hot<{ ids: ListParameter }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'ticketId', 'mediaType', 'body'])
    .select(jsonField('detail', 'fileName').as('fileName'))
    .select(jsonField('detail', 'address').as('address'))
    .select(jsonField('detail', 'lines').as('lines'))
    .where('id', 'in', inList(p('ids'))),
)

const ofContact = hot<{ contactId: number; before: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select('id')
    .where('contactId', '=', p('contactId'))
    .where('id', '<', p('before'))
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

/** Maximum number of messages read for one response, so that the cost does not depend on the matches. */
const maxRead = 1500
const firstBatch = 120

/**
 * Returns messages that contain all words and pass the filter, newest first. `next` is the cursor, null at the end. A
 * page may be short or empty before the end, after many invisible messages or long texts.
 */
export const searchMessages = (scope: Scope, words: string[], filter: MessageFilter, page: Page) =>
  inSearchTurn(scope, () => readPage(scope, words, filter, page))

interface Page {
  before: number
  limit: number
}

async function readPage(scope: Scope, words: string[], filter: MessageFilter, page: Page) {
  const foundRows: FoundRow[] = []
  const budget = new FoldBudget()
  let { before } = page
  for (let read = 0; read < maxRead; ) {
    const { ids, end } = await next(scope, words, filter, { before, limit: read === 0 ? firstBatch : firstBatch * 4 })
    const rows = await scope.db.runAside(visibleCandidates, { ...filter, ids: listOf(ids) })
    const takenRows = words.length === 0 ? rows : budget.take(rows)
    foundRows.push(...(await withWords(scope, words, takenRows)))
    if (foundRows.length > page.limit) {
      const shown = foundRows.slice(0, page.limit)
      return { found: shown, next: shown.at(-1)?.id ?? null }
    }
    const firstUnread = rows[takenRows.length]
    if (firstUnread) return { found: foundRows, next: firstUnread.id + 1 }
    if (end) return { found: foundRows, next: null }
    before = ids.at(-1) as number
    read += ids.length
  }
  return { found: foundRows, next: before }
}

/**
 * Returns the rows that contain the words. The index only stores trigrams, so candidates must be checked. Cards, which
 * hold numbers, are not found without the right to them (ADR 0194). Call within `inSearchTurn`.
 */
export async function withWords<R extends { id: number }>(scope: Scope, words: string[], rows: R[]): Promise<R[]> {
  if (words.length === 0 || rows.length === 0) return rows
  const bodies = await scope.db.runAside(messageTexts, { ids: listOf(rows.map(({ id }) => id)) })
  const ids = new Set<number>()
  const hidesCards = hidesNumbers(scope.actor)
  for (const { id, ...message } of bodies) {
    if (hidesCards && message.mediaType === 'contactMessage') continue
    await pauseBeforeFolding(message.body.length)
    if (hasAllWords(textOf(message), words)) ids.add(id)
  }
  return rows.filter(({ id }) => ids.has(id))
}

/** Returns the next candidates: one contact's messages in their order, else candidates of the index. */
async function next(
  scope: Scope,
  words: string[],
  { contactId }: MessageFilter,
  part: { before: number; limit: number },
): Promise<{ ids: number[]; end: boolean }> {
  if (contactId === null) return scope.db.searchCandidates({ words, ...part })
  const ids = (await scope.db.runAside(ofContact, { contactId, ...part })).map(({ id }) => id)
  return { ids, end: ids.length < part.limit }
}

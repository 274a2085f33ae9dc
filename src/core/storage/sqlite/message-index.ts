import type { Handle } from '../db'
import { indexedPart } from '../indexed-part'
import type { CompanyId } from '../schema'
import type { IndexedMessage, SearchQuery } from '../search-index'

/**
 * Full-text index of messages in SQLite; only this file and contact-index.ts know FTS5. The index
 * (migrations/baseline/inbox-messages.ts) stores for each message the trigrams of its text and a mark of its company,
 * without positions.
 */

/** First private-use character of plane 15; `toSearchableText` removes these characters from texts and queries. */
const firstMark = 0xf0000
const marks = 65_000
/** Maximum number of trigrams in a query: more of them cost more than reading a few messages that do not match. */
const maxTrigrams = 6
/** Mark of a company: one trigram of private-use characters, which no text contains. */
export const companyMark = (companyId: CompanyId) =>
  [companyId / marks ** 2, companyId / marks, companyId]
    .map((part) => String.fromCodePoint(firstMark + (Math.floor(part) % marks)))
    .join('')

/** FTS5 expression for the company's messages with the words. */
function matchExpression(companyId: CompanyId, words: string[]): string {
  const longestFirst = words.map((word) => [...word]).sort((a, b) => b.length - a.length)
  const trigrams = new Set(longestFirst.filter(({ length }) => length >= 3).flatMap(trigramsOf))
  return [companyMark(companyId), ...[...trigrams].slice(0, maxTrigrams)].map(quoted).join(' AND ')
}

/**
 * Returns trigrams that cover the letters, the most selective first: those across the space between two words, then
 * adjacent ones, of which the last may overlap the one before.
 */
function trigramsOf(letters: string[]): string[] {
  const last = letters.length - 3
  const acrossSpaces = [...letters.keys()].filter((at) => letters[at] === ' ').map((at) => at - 1)
  const sideBySide = Array.from({ length: Math.ceil(letters.length / 3) }, (_, n) => n * 3)
  return [...acrossSpaces, ...sideBySide].map((at) => {
    const from = Math.max(0, Math.min(at, last))
    return letters.slice(from, from + 3).join('')
  })
}
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const matching =
  'select rowid as id from message_search where message_search match ? and rowid < ? order by rowid desc limit ?'
/** Returns ids of the company's messages with the trigrams of the words, newest first. */
export const matchingMessages = (companyId: CompanyId, { words, before, limit }: SearchQuery) => ({
  text: matching,
  values: [matchExpression(companyId, words), before, limit],
})

const insertText = 'insert or replace into message_search (rowid, company, body) values (?, ?, ?)'

/** Inserts messages into the index or replaces their entries. Call within a transaction. */
export async function indexMessages(handle: Handle, messages: IndexedMessage[]) {
  for (const { id, companyId, text } of messages)
    await handle.run(insertText, [id, companyMark(companyId), indexedPart(text)])
}

const merge = "insert into message_search (message_search, rank) values ('merge', ?)"
/** Maximum number of pages merged in one piece: 2 ms of the main thread; 64 took 8 ms. */
const mergedPages = 16

/** Merges segments of the index, `mergedPages` at most. Call within a transaction of its own. */
export async function mergeSegments(handle: Handle) {
  await handle.run(merge, [mergedPages])
}

/** One writer: ids become visible in their order. */
export const lastSettledId = async (_handle: Handle): Promise<number> => Number.MAX_SAFE_INTEGER

/** The only writer: no message changes meanwhile. */
export const lockChanged = async (_handle: Handle, _messageIds: number[]): Promise<void> => {}

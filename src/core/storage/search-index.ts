import type { MediaType } from '../../shared/enums'
import { cutText } from '../../shared/text'
import type { Handle } from './db'
import { listOf } from './expressions'
import type { CompanyId } from './schema'

/**
 * Full-text index of messages; only this file and contact-index.ts know FTS5. The index
 * (migrations/baseline/inbox-messages.ts) stores for each message the trigrams of its text and a mark of its company,
 * without positions. A message it finds has the trigrams of the words, but not always the words: the caller must compare
 * the text.
 */

/** Message for the index; `text` is folded for comparison (features/inbox/search/words.ts). */
export interface IndexedMessage {
  id: number
  companyId: CompanyId
  text: string
}

/**
 * Search for messages with all words below the id `before`, newest first. Words of one or two characters are ignored.
 */
export interface SearchQuery {
  words: string[]
  before: number
  limit: number
}

/** First private-use character of plane 15; `toSearchableText` removes these characters from texts and queries. */
const firstMark = 0xf0000
const marks = 65_000
/** Maximum number of trigrams in a query: more of them cost more than reading a few messages that do not match. */
const maxTrigrams = 6
/** Number of messages that a search reads one by one while they are not indexed, the newest first. */
const maxUnindexed = 2000

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
/**
 * Two lists of at most `maxUnindexed`: the company's newest messages, from its own index, and changed messages of all
 * companies, of which the company's are taken. A large import of one company makes no search of another longer.
 */
const unindexed = `
  select id from (select id from messages where "companyId" = ? and id < ?
    and id > (select indexed from search_progress) order by id desc limit ${maxUnindexed})
  union
  select id from (select "messageId" from search_reindex where "messageId" < ? order by "messageId" desc
    limit ${maxUnindexed}) cross join messages on id = "messageId" where "companyId" = ?`

/**
 * Returns ids of a company's messages that may contain the words, newest first, and of messages that are not indexed
 * yet. `end` is true if no older ones exist.
 */
export async function findCandidates(read: Read, companyId: CompanyId, query: SearchQuery) {
  const { words, before, limit } = query
  // First, because a message may be indexed between the two reads: in the other order neither would find it.
  const fresh = ids(await read(unindexed, [companyId, before, before, companyId]))
  const found = ids(await read(matching, [matchExpression(companyId, words), before, limit]))
  const end = found.length < limit
  const reach = end ? 0 : (found.at(-1) as number)
  const all = new Set([...found, ...fresh.filter((id) => id >= reach)])
  return { ids: [...all].sort((a, b) => b - a), end }
}

/** Runs a select. */
type Read = (text: string, values: unknown[]) => Promise<unknown[]>

const ids = (rows: unknown[]) => (rows as { id: number }[]).map(({ id }) => id)

const insertText = 'insert or replace into message_search (rowid, company, body) values (?, ?, ?)'

/**
 * Different trigrams of one message in the index. FTS5 takes a message in one piece, in which the event loop stands
 * still: 65,534 of them in random Chinese took 100 ms and more. A message in Latin letters has at most 17,164
 * (bench/history/attacks.md), so that only the end of very long texts in other scripts is not found.
 */
const maxTrigramsOfMessage = 24_000

/** Inserts messages into the index or replaces their entries. Call within a transaction. */
export async function indexMessages(handle: Handle, messages: IndexedMessage[]) {
  for (const { id, companyId, text } of messages)
    await handle.run(insertText, [id, companyMark(companyId), indexedPart(text)])
}

/** Start of the text up to the last trigram that is indexed. */
function indexedPart(text: string): string {
  if (text.length <= maxTrigramsOfMessage) return text
  const seen = new Set<number>()
  for (let at = 0; at + 2 < text.length; at++) {
    seen.add((text.charCodeAt(at) * 2 ** 16 + text.charCodeAt(at + 1)) * 2 ** 16 + text.charCodeAt(at + 2))
    if (seen.size > maxTrigramsOfMessage) return cutText(text, at + 2)
  }
  return text
}

/** Message that is not indexed; `size` of its text in bytes. */
interface Unindexed {
  id: number
  size: number
}

/**
 * Returns messages that are not indexed, up to `limit` of each kind: `fresh`, new messages in the order of their ids,
 * and `again`, those that changed or were restored. A message above the last indexed id is new. That holds while ids
 * become visible in their order, as with SQLite's one writer; an engine with several writers must stop before the
 * oldest transaction still running, or a message committed late is never indexed (docs/adr/0034).
 */
export async function unindexedMessages(handle: Handle, limit: number) {
  const again = (await handle.all(changedMessages, [limit])) as Unindexed[]
  const fresh = (await handle.all(newMessages, [limit])) as Unindexed[]
  return { again, fresh }
}

const changedMessages = `select "messageId" as id, coalesce(octet_length(body), 0) as size
  from search_reindex left join messages on id = "messageId" order by "messageId" limit ?`
const newMessages = `select id, octet_length(body) as size from messages
  where id > (select indexed from search_progress) order by id limit ?`
const searchedColumns = `select id, "companyId", "mediaType", body, detail from messages
  where id in (select value from json_each(?)) order by id`
const existing = 'select id from messages where id in (select value from json_each(?))'

/** Message as the index reads it. */
export interface MessageToIndex {
  id: number
  companyId: CompanyId
  mediaType: MediaType
  body: string
  detail: string | null
}

/** Returns these messages in the order of their ids, without those that no longer exist. */
export const messagesToIndex = async (handle: Handle, ids: number[]) =>
  (await handle.all(searchedColumns, [listOf(ids)])) as MessageToIndex[]

/** Returns those of the ids whose messages exist. */
export const existingMessages = async (handle: Handle, ids: number[]) =>
  new Set(((await handle.all(existing, [listOf(ids)])) as { id: number }[]).map(({ id }) => id))

/** Stores that these ids are indexed. Call within the transaction that indexed them. */
export async function markIndexed({ kysely }: Handle, { again, fresh }: { again: number[]; fresh: number[] }) {
  if (again.length > 0) await kysely.deleteFrom('search_reindex').where('messageId', 'in', again).execute()
  const last = fresh.at(-1)
  if (last) await kysely.updateTable('search_progress').set({ indexed: last }).execute()
}

const queueForIndex =
  'insert or ignore into search_reindex ("messageId") select ?1 where ?1 <= (select indexed from search_progress)'

/** Queues restored messages, whose ids are below the last indexed id, for the index. Call within a transaction. */
export async function indexAgain(handle: Handle, messageIds: number[]) {
  for (const id of messageIds) await handle.run(queueForIndex, [id])
}

const merge = "insert into message_search (message_search, rank) values ('merge', ?)"
/** Maximum number of pages merged in one piece: 2 ms of the main thread; 64 took 8 ms. */
const mergedPages = 16

/** Merges segments of the index, `mergedPages` at most. Call within a transaction of its own. */
export async function mergeSegments(handle: Handle) {
  await handle.run(merge, [mergedPages])
}

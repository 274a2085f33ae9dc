import type { Handle } from './db'
import { byteLength } from './expressions'
import type { CompanyId } from './schema'

/**
 * SQLite's full-text search of messages; only contact-index.ts knows FTS5 as well. The index (migrations/0011-search.ts) keeps, for
 * each message, which three-character trigrams its text has and whose it is, and nothing else: what it finds may not have
 * the words in one piece, so whoever asks reads the message and looks.
 */

/** A message as the index takes it: its text ready for comparing (features/search/words.ts). */
export interface IndexedMessage {
  id: number
  companyId: CompanyId
  text: string
}

/** Every word of at least three characters that must be there; shorter ones cannot be asked for. */
export interface SearchQuery {
  words: string[]
  before: number
  limit: number
}

/** The first private-use character of plane 15; `searchable` takes all of them out of texts and questions. */
const firstMark = 0xf0000
const marks = 65_000
/** More trigrams find no less, and cost more than reading a few messages in vain. */
const maxTrigrams = 6
/** How many of the newest messages are looked through one by one while the index lacks them. */
const maxUnindexed = 2000

/** Three characters nobody can write stand for the company: one piece of the index, and the rarest of the question. */
export const companyMark = (companyId: CompanyId) =>
  [companyId / marks ** 2, companyId / marks, companyId]
    .map((part) => String.fromCodePoint(firstMark + (Math.floor(part) % marks)))
    .join('')

/** The question in FTS5's own language. */
export function matchExpression(companyId: CompanyId, words: string[]): string {
  const longestFirst = words.map((word) => [...word]).sort((a, b) => b.length - a.length)
  const trigrams = new Set(longestFirst.filter(({ length }) => length >= 3).flatMap(trigramsOf))
  return [companyMark(companyId), ...[...trigrams].slice(0, maxTrigrams)].map(quoted).join(' AND ')
}

/** Where two words meet is what says most of a phrase; for the rest trigrams side by side, the last one drawn back. */
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
const unindexed = `
  select id from messages where "companyId" = ? and id < ?
    and id > max((select indexed from search_progress), (select max(id) from messages) - ${maxUnindexed})
  union
  select id from search_again cross join messages on id = "messageId" where "companyId" = ? and id < ?`

/**
 * Messages of one company that may have the words, newest first, with those the index does not know yet. `end` says
 * that there are no others further back.
 */
export async function findCandidates({ statements }: Handle, companyId: CompanyId, query: SearchQuery) {
  const { words, before, limit } = query
  const found = ids(statements.get(matching).all(matchExpression(companyId, words), before, limit))
  const end = found.length < limit
  const reach = end ? 0 : (found.at(-1) as number)
  const fresh = ids(statements.get(unindexed).all(companyId, before, companyId, before))
  const all = new Set([...found, ...fresh.filter((id) => id >= reach)])
  return { ids: [...all].sort((a, b) => b - a), end }
}

const ids = (rows: unknown[]) => (rows as { id: number }[]).map(({ id }) => id)

const insertText = 'insert or replace into message_search (rowid, company, body) values (?, ?, ?)'

/** Puts messages into the index, or in the place of what it knew of them. Within a transaction. */
export async function indexMessages({ statements }: Handle, messages: IndexedMessage[]) {
  const statement = statements.get(insertText)
  for (const { id, companyId, text } of messages) statement.run(id, companyMark(companyId), text)
}

/** A message that the index lacks; `size` is that of its text in bytes. */
interface Unindexed {
  id: number
  size: number
}

/**
 * Reads what the index lacks, up to `limit` of each kind: new messages in the order of their ids, and those that changed
 * or came back. A message above the last id indexed is new. That holds while ids become visible in their order, as with
 * SQLite's one writer; an engine with several writers must stop before the oldest transaction still running, or a message
 * committed late is never indexed (docs/adr/0034).
 */
export async function unindexedMessages({ kysely }: Handle, limit: number) {
  const again: Unindexed[] = await kysely
    .selectFrom('search_again')
    .leftJoin('messages', 'messages.id', 'messageId')
    .select(({ fn, lit }) => ['messageId as id', fn.coalesce(byteLength('messages.body'), lit(0)).as('size')])
    .orderBy('messageId')
    .limit(limit)
    .execute()
  const fresh: Unindexed[] = await kysely
    .selectFrom('messages')
    .select(['id', byteLength('body').as('size')])
    .where('id', '>', await lastIndexed(kysely))
    .orderBy('id')
    .limit(limit)
    .execute()
  return { again, fresh }
}

/** These messages with what is searched of them; those that are gone are left out. */
export async function messagesToIndex({ kysely }: Handle, ids: number[]) {
  if (ids.length === 0) return []
  return kysely.selectFrom('messages').select(['id', 'companyId', 'body', 'detail']).where('id', 'in', ids).execute()
}

/** True when there is a message that the index lacks. */
export async function isIndexBehind({ kysely }: Handle): Promise<boolean> {
  const last = await lastIndexed(kysely)
  const fresh = await kysely.selectFrom('messages').select('id').where('id', '>', last).limit(1).executeTakeFirst()
  return Boolean(fresh ?? (await kysely.selectFrom('search_again').select('messageId').limit(1).executeTakeFirst()))
}

/** Writes down that these ids are in the index now. Within the transaction that insertText them there. */
export async function markIndexed({ kysely }: Handle, { again, fresh }: { again: number[]; fresh: number[] }) {
  if (again.length > 0) await kysely.deleteFrom('search_again').where('messageId', 'in', again).execute()
  const last = fresh.at(-1)
  if (last) await kysely.updateTable('search_progress').set({ indexed: last }).execute()
}

const lastIndexed = async (kysely: Handle['kysely']) =>
  (await kysely.selectFrom('search_progress').select('indexed').executeTakeFirstOrThrow()).indexed

const queueForIndex =
  'insert or ignore into search_again ("messageId") select ?1 where ?1 <= (select indexed from search_progress)'

/** Has the next round index messages that were inserted under an id which the index has passed. Within a transaction. */
export async function indexAgain({ statements }: Handle, messageIds: number[]) {
  const statement = statements.get(queueForIndex)
  for (const id of messageIds) statement.run(id)
}

const merge = "insert into message_search (message_search, rank) values ('merge', ?)"
const mergedPages = 100

/** Joins some of the index's parts: a bounded step, so that nobody waits long. Within a transaction. */
export async function mergeSegments({ statements }: Handle) {
  statements.get(merge).run(mergedPages)
}

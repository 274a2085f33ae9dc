import type { Handle } from '../db'
import { indexedPart } from '../indexed-part'
import type { CompanyId } from '../schema'
import type { IndexedMessage, SearchQuery } from '../search-index'
import type { PostgresHandle } from './handle'
import { likePattern } from './like-pattern'

/**
 * Full-text index of messages in PostgreSQL: a table with the folded texts, and a GIN index of the company and their
 * trigrams (migrations/postgres/baseline/search.sql).
 */

/** Words in one index condition; further ones are compared by the caller. */
const maxWords = 4

/**
 * Returns ids of the company's messages with the words, newest first. A word without three letters or digits side by
 * side has no trigram, and would make the server read its whole index: the caller compares it.
 */
export function matchingMessages(companyId: CompanyId, { words, before, limit }: SearchQuery) {
  const indexed = words.filter((word) => /[\p{L}\p{N}]{3}/u.test(word))
  const longest = indexed.toSorted((one, other) => other.length - one.length).slice(0, maxWords)
  const conditions = longest.map((_, n) => ` and body like $${n + 4}`).join('')
  const text = `select "messageId" as id from message_search where "companyId" = $1 and "messageId" < $2${conditions}
    order by "messageId" desc limit $3`
  return { text, values: [companyId, before, limit, ...longest.map(likePattern)] }
}

const insertText = `insert into message_search ("companyId", "messageId", body) values ($1, $2, $3)
  on conflict ("companyId", "messageId") do update set body = excluded.body`

/** Inserts messages into the index or replaces their entries. Call within a transaction. */
export async function indexMessages(handle: Handle, messages: IndexedMessage[]) {
  for (const { id, companyId, text } of messages) await handle.run(insertText, [companyId, id, indexedPart(text)])
}

/** The server merges its index itself. */
export const mergeSegments = async (_handle: Handle): Promise<void> => {}

/** Returns the highest id of a message below which none can appear any more. */
export const lastSettledId = (handle: Handle): Promise<number> =>
  (handle as PostgresHandle).schema.settledMessages.read(handle)

const lockText = `select 1 from search_reindex where "messageId" = any(translate($1::text, '[]', '{}')::bigint[])
  order by "messageId" for update`

/** Locks the rows that name changed messages, which a trigger of each change locks, too. */
export async function lockChanged(handle: Handle, messageIds: number[]): Promise<void> {
  await handle.all(lockText, [JSON.stringify(messageIds)])
}

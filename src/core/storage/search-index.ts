import { sql } from 'kysely'
import type { MediaType } from '../../shared/enums'
import type { Handle } from './db'
import type { Engine } from './engine'
import { engineForms } from './engine-forms'
import { byteLength, inList, type ListParameter, listOf } from './expressions'
import * as postgres from './postgres/message-index'
import { prepare } from './prepared'
import type { CompanyId } from './schema'
import * as sqlite from './sqlite/message-index'

/**
 * Full-text index of messages, in each engine by trigrams (sqlite/message-index.ts, postgres/message-index.ts). A message
 * it finds has the trigrams of the words, but not always the words: the caller must compare the text.
 */
const indexOf = ({ name }: Engine) => (name === 'postgres' ? postgres : sqlite)

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

/** Number of messages that a search reads one by one while they are not indexed, the newest first. */
const maxUnindexed = 2000

/** SQLite keeps the order of a cross join: the few changed messages first. */
const joinInOrder = engineForms({ sqlite: sql`cross join`, postgres: sql`join` })

/**
 * Two lists of at most `maxUnindexed`: the company's newest messages, from its own index, and changed messages of all
 * companies, of which the company's are taken. A large import of one company makes no search of another longer.
 */
const unindexed = (companyId: CompanyId, before: number) => sql`
  select id from (select id from messages where "companyId" = ${companyId} and id < ${before}
    and id > (select indexed from search_progress) order by id desc limit ${sql.lit(maxUnindexed)}) as fresh
  union
  select id from (select "messageId" from search_reindex where "messageId" < ${before} order by "messageId" desc
    limit ${sql.lit(maxUnindexed)}) as again ${joinInOrder} messages on id = "messageId" where "companyId" = ${companyId}`

/**
 * Returns ids of a company's messages that may contain the words, newest first, and of messages that are not indexed
 * yet. `end` is true if no older ones exist.
 */
export async function findCandidates({ engine }: Handle, read: Read, companyId: CompanyId, query: SearchQuery) {
  const { before, limit } = query
  // First, because a message may be indexed between the two reads: in the other order neither would find it.
  const lacking = unindexed(companyId, before).compile(engine.compiler)
  const fresh = ids(await read(lacking.sql, lacking.parameters))
  const { text, values } = indexOf(engine).matchingMessages(companyId, query)
  const found = ids(await read(text, values))
  const end = found.length < limit
  const reach = end ? 0 : (found.at(-1) as number)
  const all = new Set([...found, ...fresh.filter((id) => id >= reach)])
  return { ids: [...all].sort((a, b) => b - a), end }
}

/** Runs a select. */
type Read = (text: string, values: readonly unknown[]) => Promise<unknown[]>

const ids = (rows: unknown[]) => (rows as { id: number }[]).map(({ id }) => id)

/** Inserts messages into the index or replaces their entries. Call within a transaction. */
export const indexMessages = (handle: Handle, messages: IndexedMessage[]): Promise<void> =>
  indexOf(handle.engine).indexMessages(handle, messages)

/** Makes writers that change these messages again wait for the end of the transaction. Call before reading them. */
export const lockChanged = (handle: Handle, messageIds: number[]): Promise<void> =>
  indexOf(handle.engine).lockChanged(handle, messageIds)

/** Merges a part of the index, a few milliseconds of work. Call within a transaction of its own. */
export const mergeSegments = (handle: Handle): Promise<void> => indexOf(handle.engine).mergeSegments(handle)

/** Message that is not indexed; `size` of its text in bytes. */
interface Unindexed {
  id: number
  size: number
}

/**
 * Returns messages that are not indexed, up to `limit` of each kind: `fresh`, new messages in the order of their ids,
 * and `again`, those that changed or were restored. A message above the last indexed id is new. Ids above the last
 * settled one wait: a transaction that still runs may hold a lower one.
 */
export async function unindexedMessages(handle: Handle, limit: number) {
  const again: Unindexed[] = await changedMessages.all(handle, { limit })
  const settled = await indexOf(handle.engine).lastSettledId(handle)
  const fresh: Unindexed[] = await newMessages.all(handle, { settled, limit })
  return { again, fresh }
}

const changedMessages = prepare<{ limit: number }>()((db, p) =>
  db
    .selectFrom('search_reindex')
    .leftJoin('messages', 'messages.id', 'messageId')
    .select(({ fn, lit }) => ['messageId as id', fn.coalesce(byteLength('messages.body'), lit(0)).as('size')])
    .orderBy('messageId')
    .limit(p('limit')),
)
const newMessages = prepare<{ settled: number; limit: number }>()((db, p) =>
  db
    .selectFrom('messages')
    .select(['id', byteLength('body').as('size')])
    .where('id', '>', ({ selectFrom }) => selectFrom('search_progress').select('indexed'))
    .where('id', '<=', p('settled'))
    .orderBy('id')
    .limit(p('limit')),
)
const searchedColumns = prepare<{ ids: ListParameter }>()((db, p) =>
  db
    .selectFrom('messages')
    .select(['id', 'companyId', 'mediaType', 'body', 'detail'])
    .where('id', 'in', inList(p('ids')))
    .orderBy('id'),
)
const nextMessages = prepare<{ id: number; limit: number }>()((db, p) =>
  db
    .selectFrom('messages')
    .select(['id', 'companyId', 'mediaType', 'body', 'detail'])
    .where('id', '>', p('id'))
    .orderBy('id')
    .limit(p('limit')),
)
const existing = prepare<{ ids: ListParameter }>()((db, p) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('id', 'in', inList(p('ids'))),
)

/** Message as the index reads it. */
export interface MessageToIndex {
  id: number
  companyId: CompanyId
  mediaType: MediaType
  body: string
  detail: string | null
}

/** Returns these messages in the order of their ids, without those that no longer exist. */
export const messagesToIndex = async (handle: Handle, ids: number[]): Promise<MessageToIndex[]> =>
  searchedColumns.all(handle, { ids: listOf(ids) })

/** Returns the next messages of all companies after an id. */
export const messagesAfter = (handle: Handle, id: number, limit: number): Promise<MessageToIndex[]> =>
  nextMessages.all(handle, { id, limit })

/** Returns those of the ids whose messages exist. */
export const existingMessages = async (handle: Handle, ids: number[]) =>
  new Set((await existing.all(handle, { ids: listOf(ids) })).map(({ id }) => id))

/** Stores that these ids are indexed. Call within the transaction that indexed them. */
export async function markIndexed({ kysely }: Handle, { again, fresh }: { again: number[]; fresh: number[] }) {
  if (again.length > 0) await kysely.deleteFrom('search_reindex').where('messageId', 'in', again).execute()
  const last = fresh.at(-1)
  if (last) await kysely.updateTable('search_progress').set({ indexed: last }).where('indexed', '<', last).execute()
}

const lastIndexed = async (kysely: Handle['kysely']) =>
  (await kysely.selectFrom('search_progress').select('indexed').executeTakeFirstOrThrow()).indexed

/** Queues restored messages, whose ids are below the last indexed id, for the index. Call within a transaction. */
export async function indexAgain({ kysely }: Handle, messageIds: number[]) {
  const last = await lastIndexed(kysely)
  for (const messageId of messageIds.filter((id) => id <= last))
    await kysely
      .insertInto('search_reindex')
      .values({ messageId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

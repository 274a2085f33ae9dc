import { sql } from 'kysely'
import type { Platform } from '../../core/scope'
import { index, tidy } from '../../core/storage/search-index'
import { FoldBudget } from './fold-budget'
import { textOf } from './words'

const atOnce = 200
/** Bytes of text of one step: a message of the longest length takes some 40 ms to fold and to index. */
const bytesAtOnce = 128 * 1024
/**
 * Rest after a step, in times of what it took: who writes messages goes first (without it, a third fewer replies). Some
 * 1,300 messages a second are kept up with all the same.
 */
const restFor = 19

/**
 * Every second: brings the index of messages up to what is stored, in steps, so that nobody waits long for the one
 * writer. What is written and how far it came share a transaction; an end in between loses and repeats nothing.
 */
export async function keepUp(platform: Platform) {
  while (await isBehind(platform)) {
    const began = performance.now()
    await platform.transaction(step)
    await platform.transaction(async ({ handle }) => tidy(handle.statements))
    await Bun.sleep((performance.now() - began) * restFor)
  }
}

async function isBehind({ db }: Platform): Promise<boolean> {
  const { indexed } = await progress(db)
  const fresh = await db.selectFrom('messages').select('id').where('id', '>', indexed).limit(1).executeTakeFirst()
  return Boolean(fresh ?? (await db.selectFrom('search_again').select('messageId').limit(1).executeTakeFirst()))
}

async function step({ db, handle }: Platform) {
  const again = await db
    .selectFrom('search_again')
    .leftJoin('messages', 'messages.id', 'messageId')
    .select(['messageId as id', sizeOf])
    .orderBy('messageId')
    .limit(atOnce)
    .execute()
  const { indexed } = await progress(db)
  const newer = db.selectFrom('messages').select(['id', sizeOf]).where('id', '>', indexed).orderBy('id').limit(atOnce)
  const budget = new FoldBudget(bytesAtOnce)
  const changed = budget.take(again).map(({ id }) => id)
  const fresh = changed.length < again.length ? [] : budget.take(await newer.execute()).map(({ id }) => id)
  const ids = [...changed, ...fresh]
  const messages = db.selectFrom('messages').select(['id', 'companyId', 'body', 'detail']).where('id', 'in', ids)
  const texts = ids.length > 0 ? await messages.execute() : []
  index(
    handle.statements,
    texts.map(({ id, companyId, body, detail }) => ({ id, companyId, text: textOf(body, fileName(detail)) })),
  )
  if (changed.length > 0) await db.deleteFrom('search_again').where('messageId', 'in', changed).execute()
  const last = fresh.at(-1)
  if (last) await db.updateTable('search_progress').set({ indexed: last }).execute()
}

const sizeOf = sql<number>`coalesce(octet_length("messages"."body"), 0)`.as('size')
const progress = (db: Platform['db']) => db.selectFrom('search_progress').select('indexed').executeTakeFirstOrThrow()

const fileName = (detail: string | null): string | null =>
  detail === null ? null : ((JSON.parse(detail) as { fileName?: string }).fileName ?? null)

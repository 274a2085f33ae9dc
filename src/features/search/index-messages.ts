import type { Platform } from '../../core/scope'
import { index, tidy } from '../../core/storage/search-index'
import { textOf } from './words'

const atOnce = 200
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
  const again = (await db.selectFrom('search_again').select('messageId').limit(atOnce).execute()).map(
    (row) => row.messageId,
  )
  const { indexed } = await progress(db)
  const messages = db.selectFrom('messages').select(['id', 'companyId', 'body', 'detail'])
  const changed = again.length > 0 ? await messages.where('id', 'in', again).execute() : []
  const fresh = await messages.where('id', '>', indexed).orderBy('id').limit(atOnce).execute()
  index(
    handle.statements,
    [...changed, ...fresh].map(({ id, companyId, body, detail }) => ({
      id,
      companyId,
      text: textOf(body, fileName(detail)),
    })),
  )
  if (again.length > 0) await db.deleteFrom('search_again').where('messageId', 'in', again).execute()
  const last = fresh.at(-1)
  if (last) await db.updateTable('search_progress').set({ indexed: last.id }).execute()
}

const progress = (db: Platform['db']) => db.selectFrom('search_progress').select('indexed').executeTakeFirstOrThrow()

const fileName = (detail: string | null): string | null =>
  detail === null ? null : ((JSON.parse(detail) as { fileName?: string }).fileName ?? null)

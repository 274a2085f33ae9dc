import type { Platform } from '../../core/scope'
import {
  index,
  isIndexBehind,
  markIndexed,
  messagesToIndex,
  tidy,
  unindexedMessages,
} from '../../core/storage/search-index'
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
  while (await isIndexBehind(platform.handle)) {
    const began = performance.now()
    await platform.transaction(step)
    await platform.transaction(({ handle }) => tidy(handle))
    await Bun.sleep((performance.now() - began) * restFor)
  }
}

async function step({ handle }: Platform) {
  const lacking = await unindexedMessages(handle, atOnce)
  const budget = new FoldBudget(bytesAtOnce)
  const again = idsOf(budget.take(lacking.again))
  const fresh = again.length < lacking.again.length ? [] : idsOf(budget.take(lacking.fresh))
  const messages = await messagesToIndex(handle, [...again, ...fresh])
  await index(
    handle,
    messages.map(({ id, companyId, body, detail }) => ({ id, companyId, text: textOf(body, fileName(detail)) })),
  )
  await markIndexed(handle, { again, fresh })
}

const idsOf = (messages: { id: number }[]) => messages.map(({ id }) => id)
const fileName = (detail: string | null): string | null =>
  detail === null ? null : ((JSON.parse(detail) as { fileName?: string }).fileName ?? null)

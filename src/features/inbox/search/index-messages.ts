import type { Platform } from '../../../core/scope'
import {
  indexMessages,
  isIndexBehind,
  markIndexed,
  mergeSegments,
  messagesToIndex,
  unindexedMessages,
} from '../../../core/storage/search-index'
import { parseJson } from '../../../shared/json'
import { FoldBudget } from './fold-budget'
import { type SearchedTexts, textOf } from './words'

/** Messages per step. Few large parts of the index are cheaper to merge than many small ones (bench/RESULTS.md). */
const batchSize = 600
/** Bytes of text per step: folding and indexing a message of maximum length takes about 40 ms. */
const maxBatchBytes = 128 * 1024
/** Merges after a batch, each in a transaction of its own, so that requests run in between. */
const mergesPerStep = 4
/**
 * Pause after a step, as a multiple of the main thread's time for it, so that other writes go first: indexing takes at
 * most 2.5 % of the time. About 900 messages per second are still indexed.
 */
const usualPause = 39

/**
 * Scheduled every second: indexes new and changed messages in steps, so that other writes wait briefly. Index and
 * progress share a transaction; a crash in between loses and repeats nothing. `pauseFactor` is the pause after a step as
 * a multiple of its time; tests index without pauses.
 */
export async function indexNewMessages(platform: Platform, pauseFactor = usualPause) {
  while (await isIndexBehind(platform.handle)) {
    let took = await timeTransaction(platform, indexBatch)
    for (let n = 0; n < mergesPerStep; n++)
      took += await timeTransaction(platform, ({ handle }) => mergeSegments(handle))
    await Bun.sleep(took * pauseFactor)
  }
}

/** Runs the work in a transaction; returns its time in ms without the flush, which another thread does. */
async function timeTransaction(platform: Platform, work: (platform: Platform) => Promise<void>): Promise<number> {
  let took = 0
  await platform.transaction(async (tx) => {
    const began = performance.now()
    await work(tx)
    took = performance.now() - began
  })
  return took
}

async function indexBatch({ handle }: Platform) {
  const lacking = await unindexedMessages(handle, batchSize)
  const budget = new FoldBudget(maxBatchBytes)
  const again = idsOf(budget.take(lacking.again))
  const fresh = again.length < lacking.again.length ? [] : idsOf(budget.take(lacking.fresh))
  const messages = await messagesToIndex(handle, [...again, ...fresh])
  await indexMessages(
    handle,
    messages.map(({ id, companyId, mediaType, body, detail }) => ({
      ...{ id, companyId },
      text: textOf({ ...(detail === null ? {} : searchedDetail(detail)), mediaType, body }),
    })),
  )
  await markIndexed(handle, { again, fresh })
}

const idsOf = (messages: { id: number }[]) => messages.map(({ id }) => id)
const searchedDetail = (detail: string) => parseJson(detail) as Pick<SearchedTexts, 'fileName' | 'address' | 'lines'>

import { workSlices } from '../../../core/process/work-slices'
import type { Platform } from '../../../core/scope'
import type { Handle } from '../../../core/storage/db'
import {
  existingMessages,
  type IndexedMessage,
  indexMessages,
  lockChanged,
  type MessageToIndex,
  markIndexed,
  mergeSegments,
  messagesToIndex,
  unindexedMessages,
} from '../../../core/storage/search-index'
import { parseJson } from '../../../shared/json'
import { FoldBudget } from './fold-budget'
import { type SearchedTexts, textOf } from './words'

/** Messages per batch, one transaction: about 3 ms. Large parts of the index are cheaper to merge than many small ones. */
const batchSize = 300
/** Bytes of text per batch: folding and indexing a message of maximum length takes about 40 ms. */
const maxBatchBytes = 64 * 1024
/** Merges after a batch, each in a transaction of its own. */
const mergesPerBatch = 2
/**
 * Pause after a transaction, as a multiple of its time on the main thread. Writes wait for a transaction, so that they
 * come at most in 2.5 % of the time, and a long one is rare: of the messages that one client sends one after the other,
 * fewer wait for a transaction that is longer than four of them than one in 160.
 */
const usualPause = 39

/**
 * Scheduled every second: indexes new and changed messages in batches. Index and progress share a transaction; a crash
 * in between loses and repeats nothing. `pauseFactor` is the pause after a transaction as a multiple of its time; tests
 * index without pauses.
 */
export async function indexNewMessages(platform: Platform, pauseFactor = usualPause) {
  const step = async (work: (handle: Handle) => Promise<void>) => {
    const took = await timeTransaction(platform, work)
    await Bun.sleep(took * pauseFactor)
  }
  for (let batch = await nextBatch(platform.handle); batch; batch = await nextBatch(platform.handle)) {
    const { again, fresh } = batch
    const texts = await foldTexts(platform.handle, fresh)
    await step((handle) => storeBatch(handle, again, fresh, texts))
    for (let n = 0; n < mergesPerBatch; n++) await step(mergeSegments)
  }
}

/** Runs the work in a transaction; returns its time in ms without the flush, which another thread does. */
async function timeTransaction(platform: Platform, work: (handle: Handle) => Promise<void>): Promise<number> {
  let took = 0
  await platform.transaction(async ({ handle }) => {
    const began = performance.now()
    await work(handle)
    took = performance.now() - began
  })
  return took
}

/** Returns the ids of the next messages to index: changed ones, and new ones; undefined when all are indexed. */
async function nextBatch(handle: Handle) {
  const lacking = await unindexedMessages(handle, batchSize)
  if (lacking.again.length + lacking.fresh.length === 0) return undefined
  const budget = new FoldBudget(maxBatchBytes)
  const again = idsOf(budget.take(lacking.again))
  const fresh = again.length < lacking.again.length ? [] : idsOf(budget.take(lacking.fresh))
  return { again, fresh }
}

/** Reads and folds messages before their transaction, in slices, because folding takes as long as indexing. */
async function foldTexts(handle: Handle, ids: number[]): Promise<IndexedMessage[]> {
  const texts: IndexedMessage[] = []
  for (const message of await messagesToIndex(handle, ids)) {
    texts.push(folded(message))
    await workSlices.pause(message.companyId)
  }
  return texts
}

/**
 * Changed messages are read and folded within the transaction, because each could change again before it. A new message
 * that changes before it is queued as changed; one that was deleted meanwhile is left out.
 */
async function storeBatch(handle: Handle, again: number[], fresh: number[], texts: IndexedMessage[]) {
  const there = await existingMessages(handle, fresh)
  await lockChanged(handle, again)
  const changed = (await messagesToIndex(handle, again)).map(folded)
  await indexMessages(handle, [...changed, ...texts.filter(({ id }) => there.has(id))])
  await markIndexed(handle, { again, fresh })
}

const idsOf = (messages: { id: number }[]) => messages.map(({ id }) => id)

/** Searchable text of a message as the database has it. */
export const textToIndex = ({ mediaType, body, detail }: MessageToIndex): string =>
  textOf({ ...(detail === null ? {} : searchedDetail(detail)), mediaType, body })

const folded = (message: MessageToIndex): IndexedMessage => ({
  ...{ id: message.id, companyId: message.companyId },
  text: textToIndex(message),
})
const searchedDetail = (detail: string) => parseJson(detail) as Pick<SearchedTexts, 'fileName' | 'address' | 'lines'>

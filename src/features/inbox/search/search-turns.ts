import { Rotation } from '../../../core/rotation'
import type { Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'

/** Searches of one company that may wait; later ones are refused. */
const maxWaiting = 100
/** Characters folded without a pause: 1 ms of a slow core in the slowest script. A longer message is one piece. */
const maxWithoutPause = 4 * 1024

const turns = new Rotation<CompanyId>()
let foldedSincePause = 0

/**
 * Runs one search at a time, with companies in rotation: a company with many searches delays another company's search by
 * one. `search` must not call this function again.
 * @throws ERR_RATE_LIMIT when 100 searches of the company wait
 */
export async function inSearchTurn<R>({ companyId }: Scope, search: () => Promise<R>): Promise<R> {
  if (turns.countWaiting(companyId) >= maxWaiting) throw new AppError('ERR_RATE_LIMIT', { retryAfter: 1 })
  return turns.run(companyId, search)
}

/**
 * Call before a text of this length is folded. After `maxWithoutPause` characters it waits for two turns of the event
 * loop, one of which is free of searches: a write needs several turns and would otherwise share each with a search.
 */
export async function pauseBeforeFolding(characters: number) {
  const isDue = foldedSincePause + characters > maxWithoutPause
  foldedSincePause = isDue ? characters : foldedSincePause + characters
  if (!isDue) return
  await nextLoopTurn()
  await nextLoopTurn()
}

const nextLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

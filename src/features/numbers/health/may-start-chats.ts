import type { Scope } from '../../../core/scope'
import { judgeNumber, type NumberVerdict } from '../../../shared/number-verdict'
import { readFacts } from './facts'

/**
 * Returns whether a number may write first to people who have not written to it; campaigns ask before each message.
 * `allowed` is false for the grade `stop`: hold the message until `until`; where that is null, WhatsApp names no end, so
 * ask again after some minutes. The grade `careful` allows it; send more slowly. Pauses by people, the pace of the lane
 * and whether the number is connected are no part of the answer. Costs reads by primary key only.
 */
export async function mayStartChats(
  scope: Scope,
  whatsappId: number,
  now = Date.now(),
): Promise<NumberVerdict & { allowed: boolean }> {
  const verdict = judgeNumber(await readFacts(scope, whatsappId, now), now)
  return { ...verdict, allowed: verdict.grade !== 'stop' }
}

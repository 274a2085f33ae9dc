import type { Scope } from '../../../core/scope'
import { judgeNumber, type NumberVerdict } from '../../../shared/number-verdict'
import { readFacts } from './facts'
import type { NumberHealth } from './model'
import { findPause, pauseEnd } from './pause'
import { readSeries } from './series'

const usualDays = 7
const dayMs = 24 * 3_600_000

/** Health of one connection: verdict, pause, sums and points. @throws ERR_NO_WAPP_FOUND */
export async function getNumberHealth(
  scope: Scope,
  whatsappId: number,
  { days = usualDays }: { days?: number },
  now = Date.now(),
): Promise<NumberHealth> {
  const pausedUntil = await findPause(scope, whatsappId, now)
  const facts = await readFacts(scope, whatsappId, now)
  const verdict = judgeNumber(facts, now)
  return {
    whatsappId,
    ...verdict,
    pausedUntil,
    proposal: pausedUntil ? null : await proposePause(scope, verdict, now),
    day: facts.day,
    before: facts.before,
    ack: facts.ack,
    points: await readSeries(scope, whatsappId, days, now),
  }
}

/**
 * Pause to propose: until tomorrow for a number that needs care. A stop with a known end holds campaigns by itself; of
 * one without an end the pause saves attempts.
 */
async function proposePause(scope: Scope, { grade, until }: NumberVerdict, now: number) {
  if (grade === 'good' || (grade === 'stop' && until !== null && Date.parse(until) - now > dayMs)) return null
  return { days: 1, until: await pauseEnd(scope, 1, now) }
}

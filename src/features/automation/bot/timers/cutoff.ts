import type { BotQueue, BotRules } from '../../../../shared/bot/rules'
import { type Hours, openTimeAgo } from '../../../../shared/hours'

/** Hours that pause a ticket's timers; null when they never pause. */
function hoursFor({ scheduleType, companyHours, connection }: BotRules, queue: BotQueue | undefined): Hours | null {
  if (scheduleType === 'company') return companyHours
  if (scheduleType === 'connection') return connection.hours
  return scheduleType === 'queue' && queue ? queue.hours : null
}

/**
 * Returns the time (UTC ISO) before which something must have happened for a timer of this many minutes to be due; null
 * while closed. Only open minutes count: timers pause while closed.
 */
export function cutoffOf(rules: BotRules, queue: BotQueue | undefined, minutes: number, now: Date): string | null {
  const hours = hoursFor(rules, queue)
  const at = hours ? openTimeAgo(hours, now, minutes, rules.timeZone) : new Date(now.getTime() - minutes * 60_000)
  return at?.toISOString() ?? null
}

/**
 * Time after which an overdue timer acts without a text (docs/adr/0042): the server was down, or a timer was set for old
 * tickets.
 */
const silentAfter = 60 * 60_000

export const isLongOverdue = (since: string, cutoff: string) => Date.parse(cutoff) - Date.parse(since) > silentAfter

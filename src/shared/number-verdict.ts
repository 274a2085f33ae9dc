import type { AccountLimits } from '../whatsapp/contract'

/** Figures of a number from which its verdict comes. */
export interface NumberFacts {
  /** Limits that WhatsApp reported; `{}` without a report. */
  limits: AccountLimits
  /** Time of the last message that WhatsApp refused with 463; null without one in the last 24 hours. */
  refusedAt: string | null
  /** End of the last time-lock; null without one in the last days. */
  lockedUntil: string | null
  /** Messages of the last 24 hours: accepted by WhatsApp, failed. */
  day: { sent: number; failed: number }
  /** Messages and conversations of the two days before that. */
  before: { sent: number; delivered: number; begun: number; answered: number }
}

export const carefulReasons = [
  'wasLocked',
  'wasRefused',
  'quotaWarning',
  'manyUndelivered',
  'manyFailed',
  'manyUnanswered',
] as const
export const stopReasons = ['timeLock', 'quotaReached', 'refused'] as const
type StopReason = (typeof stopReasons)[number]
type CarefulReason = (typeof carefulReasons)[number]

/**
 * Good: begin conversations. Careful: begin fewer. Stop: begin none until `until`; null while WhatsApp names no end.
 * Answers to people who wrote are possible in every case.
 */
export type NumberVerdict =
  | { grade: 'good'; reason: null; until: null }
  | { grade: 'careful'; reason: CarefulReason; until: string | null }
  | { grade: 'stop'; reason: StopReason; until: string | null }

const hour = 3_600_000
const day = 24 * hour
/** Milliseconds without new conversations after a refusal; WhatsApp counts each further attempt against the number. */
export const pauseAfterRefusal = hour
/** Milliseconds of care after the end of a time-lock. */
const careAfterLock = 3 * day
/** Share of the quota from which fewer conversations are begun. */
const quotaWarning = 0.8
/** Least number of messages or conversations from which a share says something. */
const leastCount = 20
const failedShare = 0.05
const undeliveredShare = 0.15
const answeredShare = 0.03

/**
 * Decides whether a number is at risk, and may begin conversations now. Strict before mild: the first reason that
 * applies counts.
 */
export function judgeNumber(facts: NumberFacts, now: number): NumberVerdict {
  const stop = findStop(facts, now)
  if (stop) return { grade: 'stop', ...stop }
  const careful = findCare(facts, now)
  return careful ? { grade: 'careful', ...careful } : { grade: 'good', reason: null, until: null }
}

interface Found<R> {
  reason: R
  until: string | null
}

function findStop({ limits, refusedAt }: NumberFacts, now: number): Found<StopReason> | null {
  if (isTimeLocked(limits, now)) return { reason: 'timeLock', until: limits.reachOut?.until ?? null }
  const quota = quotaNow(limits, now)
  if (isQuotaReached(quota)) return { reason: 'quotaReached', until: quota?.endsAt ?? null }
  const end = refusedAt === null ? 0 : Date.parse(refusedAt) + pauseAfterRefusal
  return end > now ? { reason: 'refused', until: new Date(end).toISOString() } : null
}

/** True for a time to come, and for an end that is not known. */
const isAhead = (until: string | null, now: number) => until === null || Date.parse(until) > now

/** True while the number is under a time-lock; one ends at its time without a further report. */
export const isTimeLocked = ({ reachOut }: AccountLimits, now: number) =>
  reachOut?.active === true && isAhead(reachOut.until, now)

/** Quota of new chats whose cycle has not ended; undefined without one. */
export const quotaNow = ({ newChats }: AccountLimits, now: number) =>
  newChats && isAhead(newChats.endsAt, now) ? newChats : undefined

/** True when the number may begin no further conversation in this cycle. */
export const isQuotaReached = (quota: AccountLimits['newChats']) =>
  quota !== undefined &&
  (quota.status === 'CAPPED' || (quota.total !== null && quota.used !== null && quota.used >= quota.total))

function findCare(facts: NumberFacts, now: number): Found<CarefulReason> | null {
  const { limits, refusedAt, lockedUntil, before } = facts
  const careEnd = lockedUntil === null ? 0 : Date.parse(lockedUntil) + careAfterLock
  if (careEnd > now) return { reason: 'wasLocked', until: new Date(careEnd).toISOString() }
  if (refusedAt !== null) return { reason: 'wasRefused', until: new Date(Date.parse(refusedAt) + day).toISOString() }
  const quota = quotaNow(limits, now)
  if (quota && isQuotaLow(quota)) return { reason: 'quotaWarning', until: quota.endsAt }
  const shares: [CarefulReason, boolean][] = [
    ['manyUndelivered', isShare(before.sent - before.delivered, before.sent, undeliveredShare)],
    ['manyFailed', isShare(facts.day.failed, facts.day.sent + facts.day.failed, failedShare)],
    ['manyUnanswered', before.begun >= leastCount && before.answered < before.begun * answeredShare],
  ]
  const reason = shares.find(([, applies]) => applies)?.[0]
  return reason ? { reason, until: null } : null
}

const isShare = (part: number, whole: number, share: number) => whole >= leastCount && part >= whole * share

const isQuotaLow = ({ status, used, total }: NonNullable<AccountLimits['newChats']>) =>
  status !== 'NONE' || (total !== null && used !== null && used >= total * quotaWarning)

import { lastMoment } from '../../../core/time'
import { type NextAnswerStage, nextAnswerStages } from '../../../shared/enums'
import { warningLeads } from '../../../shared/warning-leads'
import type { DueAfter } from './due-after'

/** Facts about a live ticket that its wait for the next answer depends on. */
interface NextAnswerFacts {
  /** The robot talks with the customer. */
  isRobots: boolean
  /** Time of the customer's oldest unanswered message, or since which the ticket waits; `lastMoment` without a wait. */
  waitingSince: string
  queuedAt: string | null
  botEndedAt: string | null
  firstResponseAt: string | null
  /** Time of the last answer, while the customer has not written again. */
  answeredAt: string | null
  /** Target of the queue in open minutes, 0 for none. */
  nextAnswerMinutes: number
}

/** Stored state of the wait, and the counts of the attendance. */
export interface NextAnswers {
  nextAnswerFrom: string | null
  nextAnswerDueAt: string | null
  nextAnswerStage: NextAnswerStage
  nextAnswersInTime: number
  nextAnswersLate: number
}

/** The wait after a check, the stage reached by it, and the times of the stages. */
interface NextAnswerCheck {
  stored: NextAnswers
  /** The stage of which people are notified now; null when no later one was reached. */
  reached: Exclude<NextAnswerStage, 'due'> | null
  /** Times at which the next stages are reached; the last is the due time. */
  times: string[]
}

/**
 * State of a ticket's wait for the next answer at `now` (docs/adr/0136). A wait that has ended is counted as in time or
 * late by the time of its answer; one that ended without an answer is counted only if it was missed before.
 */
export function checkNextAnswer(was: NextAnswers & NextAnswerFacts, dueAfter: DueAfter, now: string): NextAnswerCheck {
  const start = startOfWait(was)
  const isSame = start !== null && was.nextAnswerFrom !== null && start <= was.nextAnswerFrom
  const counts = isSame ? countsOf(was) : countsAfterWait(was, start)
  if (start === null) return { stored: { ...counts, ...noWait }, reached: null, times: [] }
  const before = isSame ? was.nextAnswerStage : 'due'
  const minutes = was.nextAnswerMinutes
  const dueAt = before === 'missed' ? was.nextAnswerDueAt : dueAfter(start, minutes)
  if (dueAt === null) return { stored: { ...counts, ...noWait, nextAnswerFrom: start }, reached: null, times: [] }
  const leads = warningLeads(minutes)
  const times = { warned: timeBefore(leads.agent), escalated: timeBefore(leads.supervisor), missed: dueAt }
  const stage = laterStage(before, stageAt(times, now))
  const reached = stage === before || stage === 'due' ? null : stage
  if (reached === 'missed') counts.nextAnswersLate++
  const stored = { ...counts, nextAnswerFrom: start, nextAnswerDueAt: dueAt, nextAnswerStage: stage }
  return { stored, reached, times: Object.values(times).filter((time) => time !== null) }

  function timeBefore(lead: number): string | null {
    return lead === 0 ? null : dueAfter(start as string, minutes - lead)
  }
}

const noWait = { nextAnswerFrom: null, nextAnswerDueAt: null, nextAnswerStage: 'due' } as const

const countsOf = ({ nextAnswersInTime, nextAnswersLate }: NextAnswers) => ({ nextAnswersInTime, nextAnswersLate })

/**
 * Start of the wait: the later of the customer's oldest unanswered message and the end of the robot's part. Null while
 * the robot has the ticket, no customer waits, the first answer is still to come, or the queue has no such target.
 */
function startOfWait(was: NextAnswerFacts): string | null {
  const { isRobots, waitingSince, nextAnswerMinutes, botEndedAt, queuedAt, firstResponseAt } = was
  if (isRobots || nextAnswerMinutes === 0 || waitingSince === lastMoment) return null
  if (queuedAt !== null && firstResponseAt === null) return null
  return botEndedAt !== null && botEndedAt > waitingSince ? botEndedAt : waitingSince
}

/** Counts after the end of the stored wait; `start` is that of a newer wait. */
function countsAfterWait(was: NextAnswers & NextAnswerFacts, start: string | null) {
  const counts = countsOf(was)
  const { nextAnswerFrom: from, nextAnswerDueAt: dueAt, nextAnswerStage: stage } = was
  if (from === null || dueAt === null) return counts
  const isMissed = stage === 'missed'
  const metAt = was.answeredAt !== null && was.answeredAt >= from ? was.answeredAt : start
  if (metAt === null) return counts
  // The answer before a newer wait has no stored time: the stage tells whether it came late.
  const isLate = metAt > dueAt && (metAt !== start || isMissed)
  counts.nextAnswersLate += Number(isLate) - Number(isMissed)
  counts.nextAnswersInTime += Number(!isLate)
  return counts
}

function stageAt(times: { warned: string | null; escalated: string | null; missed: string }, now: string) {
  if (now > times.missed) return 'missed'
  if (times.escalated !== null && now >= times.escalated) return 'escalated'
  return times.warned !== null && now >= times.warned ? 'warned' : 'due'
}

const laterStage = (one: NextAnswerStage, other: NextAnswerStage) =>
  nextAnswerStages[Math.max(nextAnswerStages.indexOf(one), nextAnswerStages.indexOf(other))] as NextAnswerStage

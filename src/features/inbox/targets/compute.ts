import type { TargetKind } from '../../../shared/enums'
import type { DueAfter } from './due-after'
import type { NextAnswers } from './next-answer'

/** A live ticket with its running attendance and the targets of its queue. */
interface Clocks {
  /** The robot talks with the customer. */
  isRobots: boolean
  /** Time of the customer's first unanswered message, or since which the ticket waits. */
  waitingSince: string
  queuedAt: string | null
  botEndedAt: string | null
  startedAt: string | null
  firstResponseAt: string | null
  createdAt: string
  clockFrom: string | null
  answerMinutes: number
  resolutionMinutes: number
  answerDueAt: string | null
  answerLateAt: string | null
  resolutionDueAt: string | null
  resolutionLateAt: string | null
}

export interface Targets {
  clockFrom: string | null
  answerDueAt: string | null
  answerLateAt: string | null
  resolutionDueAt: string | null
  resolutionLateAt: string | null
}
const noTargets: Targets = {
  ...{ clockFrom: null, answerDueAt: null, answerLateAt: null },
  ...{ resolutionDueAt: null, resolutionLateAt: null },
}

/**
 * Due times of a ticket by the current targets and hours, and the targets missed by `now`. A target that was missed, or
 * met, keeps its due time: a transfer or a change of the hours later does not rewrite it.
 */
export function computeTargets(was: Clocks, openTimeAfter: DueAfter, now: string): Targets {
  if (was.isRobots && was.firstResponseAt === null) return noTargets
  const clockFrom = was.clockFrom ?? startOf(was)
  const dueAfter = (minutes: number) => (minutes === 0 ? null : openTimeAfter(clockFrom, minutes))
  const answerDueAt = answerDue(was, dueAfter)
  const resolutionDueAt = was.resolutionLateAt === null ? dueAfter(was.resolutionMinutes) : was.resolutionDueAt
  return {
    clockFrom,
    answerDueAt,
    answerLateAt: answerDueAt === null ? null : lateAt(was.answerLateAt, answerDueAt, was.firstResponseAt ?? now, now),
    resolutionDueAt,
    resolutionLateAt: resolutionDueAt === null ? null : lateAt(was.resolutionLateAt, resolutionDueAt, now, now),
  }
}

/** No customer waits for the first answer in a conversation that a person began. */
function answerDue(was: Clocks, dueAfter: (minutes: number) => string | null): string | null {
  if (was.firstResponseAt !== null || was.answerLateAt !== null) return was.answerDueAt
  return was.queuedAt === null ? null : dueAfter(was.answerMinutes)
}

/** An answer that arrives late, after an outage, but was given in time takes the mark away. */
const lateAt = (was: string | null, dueAt: string, metAt: string, now: string) => (metAt <= dueAt ? null : (was ?? now))

/** The end of the robot's part, else the customer's message by WhatsApp's clock, else the start by a person. */
function startOf({ botEndedAt, queuedAt, waitingSince, startedAt, createdAt }: Clocks): string {
  if (queuedAt === null) return startedAt ?? createdAt
  return botEndedAt ?? (waitingSince < queuedAt ? waitingSince : queuedAt)
}

interface Unmet {
  kind: TargetKind
  dueAt: string
}

/**
 * The targets that are not met yet, the earliest due first; after an answer that the customer waits for comes a close
 * that is missed already, because it would hide the answer's due time for the rest of the conversation.
 */
export function unmetTargets(
  { answerDueAt, resolutionDueAt, resolutionLateAt }: Targets,
  { nextAnswerDueAt }: Pick<NextAnswers, 'nextAnswerDueAt'>,
  firstResponseAt: string | null,
): Unmet[] {
  const answers: Unmet[] = []
  if (answerDueAt !== null && firstResponseAt === null) answers.push({ kind: 'answer', dueAt: answerDueAt })
  if (nextAnswerDueAt !== null) answers.push({ kind: 'nextAnswer', dueAt: nextAnswerDueAt })
  const closes: Unmet[] = resolutionDueAt === null ? [] : [{ kind: 'resolution', dueAt: resolutionDueAt }]
  if (resolutionLateAt !== null) return [...answers, ...closes]
  return [...answers, ...closes].sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
}

import type { JobHandler } from '../../../core/jobs/job'
import { log } from '../../../core/log'
import type { Scope } from '../../../core/scope'
import type { SessionKind } from '../../../shared/bot/route'
import { failedText } from '../../../shared/bot/texts'
import { companyLanguage } from '../../platform/company/language'
import { enqueueTicketPush } from '../../platform/push/enqueue'
import { isAbandoned, leaveTicket } from '../bot/leave-ticket'
import { fetchFiles } from '../integrations/fetch-file'
import type { CustomerMessage, Program, ProgramAnswer, ProgramSay } from './program'
import { continueAnswer, handOver } from './send'
import { findSession, readUnanswered, type Session, storeSession } from './session'
import { decideInSession } from './standing'
import { claimVoice, withVoice } from './voice'

type Programs = Partial<Record<SessionKind, Program>>
interface Job {
  ticketId: number
}

/**
 * Has the program of a ticket's session answer. The request is made outside of any transaction. Its answer is dropped
 * when the session has ended in the meantime, such as when an agent accepted the ticket. A process that ends during the
 * request repeats it.
 */
export const runProgram = (programs: Programs): JobHandler<Job> => ({
  attempts: 3,
  timeoutSeconds: 120,
  concurrency: Number.POSITIVE_INFINITY,
  perGroup: 8,
  run: (scope, { ticketId }) => answerTicket(scope, ticketId, programs),
  parked: (scope, { ticketId }) =>
    scope.transaction(async (scope) => {
      const session = await findSession(scope, ticketId)
      if (session) await handOver(scope, session, 'failed')
    }),
})

async function answerTicket(scope: Scope, ticketId: number, programs: Programs) {
  const session = await findSession(scope, ticketId)
  if (!session) return
  if (session.unsent) return continueUnsent(scope, session, session.unsent, programs)
  const messages = await readUnanswered(scope, session)
  const newest = messages.at(-1)
  if (!newest || !(await maySpeak(scope, session, newest))) return
  const program = programs[session.program.kind]
  const answer = await ask(scope, program, session, messages)
  await scope.transaction((scope) => storeAnswer(scope, session, { program, newest, answer }))
}

/** True while the session answers. A session that may no longer speak leaves the ticket to people, who are notified. */
function maySpeak(outer: Scope, { ticket: { id } }: Session, message: CustomerMessage): Promise<boolean> {
  return outer.transaction(async (scope) => {
    const session = await findSession(scope, id)
    const decision = session && (await decideInSession(scope, session, message))
    if (session && decision && isAbandoned(session.ticket, decision)) {
      await leaveTicket(scope, session.ticket, decision.state)
      await enqueueTicketPush(scope, message.id)
    }
    return decision?.handler === 'session'
  })
}

/** Sends the next messages of an answer. Their files and voices are fetched before the transaction. */
async function continueUnsent(outer: Scope, staleSession: Session, unsent: ProgramAnswer, programs: Programs) {
  const claimed = claimVoice(unsent)
  if (claimed && !(await whileUnsent(outer, staleSession, unsent, storeUnsent(claimed)))) return
  const { ticket, program } = staleSession
  const speak = programs[program.kind]?.speak
  const to = { programId: program.id, ticketId: ticket.id }
  const spoken = await withVoice(claimed ?? unsent, claimed && speak ? (text) => speak(outer, to, text) : null)
  const answer = { ...spoken, says: await withFiles(outer, spoken.says) }
  await whileUnsent(outer, staleSession, claimed ?? unsent, (scope, session) =>
    continueAnswer(scope, session, answer, { isDue: true }),
  )
}

const storeUnsent = (unsent: ProgramAnswer) => (scope: Scope, session: Session) =>
  storeSession(scope, { ...session, unsent })

/** Runs the work in a transaction while the session has these messages to send; false after it changed. */
const whileUnsent = (
  outer: Scope,
  { ticket }: Session,
  unsent: ProgramAnswer,
  work: (scope: Scope, session: Session) => Promise<unknown>,
) =>
  outer.transaction(async (scope) => {
    const session = await findSession(scope, ticket.id)
    if (!session || JSON.stringify(session.unsent) !== JSON.stringify(unsent)) return false
    await work(scope, session)
    return true
  })

/** Messages of which those that leave now have their files. A file that cannot be fetched is sent as its address. */
async function withFiles(scope: Scope, says: ProgramSay[]): Promise<ProgramSay[]> {
  const firstDelayed = says.findIndex(({ delay = 0 }, at) => delay > 0 && at > 0)
  const dueSays = firstDelayed === -1 ? says : says.slice(0, firstDelayed)
  const urls = dueSays.flatMap(({ fileUrl }) => fileUrl ?? [])
  const files = await fetchFiles(
    scope,
    urls.map((url) => ({ url, isVoice: false })),
  )
  const withFile = dueSays.map(({ fileUrl, ...say }) => {
    if (fileUrl === undefined) return say
    const file = files.shift()
    return file ? { ...say, file } : { ...say, text: [say.text, fileUrl].filter(Boolean).join('\n') }
  })
  return [...withFile, ...says.slice(dueSays.length)]
}

async function ask(
  scope: Scope,
  program: Program | undefined,
  { program: { id }, ticket, attendanceId, state }: Session,
  messages: CustomerMessage[],
): Promise<ProgramAnswer> {
  try {
    if (!program) throw new Error('there is no such program')
    return await withFailedText(
      scope,
      await program.answer(scope, { programId: id, ticket, attendanceId, messages, state }),
    )
  } catch (err) {
    log.warn({ err, companyId: scope.companyId, ticketId: ticket.id }, 'a program failed; people answer the ticket')
    return withFailedText(scope, { speaker: '', says: [], state: null, end: 'failed' })
  }
}

/** Tells the customer that a person will answer, when a program that failed has no words of its own. */
export async function withFailedText(scope: Scope, answer: ProgramAnswer): Promise<ProgramAnswer> {
  if (answer.end !== 'failed' || answer.says.length > 0) return answer
  return { ...answer, says: [{ text: failedText(await companyLanguage(scope)) }] }
}

interface Answered {
  program: Program | undefined
  newest: CustomerMessage
  answer: ProgramAnswer
}

async function storeAnswer(scope: Scope, staleSession: Session, { program, newest, answer }: Answered) {
  const session = await findSession(scope, staleSession.ticket.id)
  if (!session || !isSame(session, staleSession)) return
  const latest = (await readUnanswered(scope, session)).at(-1)
  if (program?.isRepeatable && latest && latest.id !== newest.id)
    return storeSession(scope, { ...session, state: answer.state }) // the later message has a job of its own
  const answered = { ...session, state: answer.state, answeredId: newest.id }
  await continueAnswer(scope, answered, answer, { isDue: false })
}

const isSame = (one: Session, other: Session) =>
  one.attendanceId === other.attendanceId &&
  one.program.kind === other.program.kind &&
  one.program.id === other.program.id &&
  one.answeredId === other.answeredId

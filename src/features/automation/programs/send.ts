import { log } from '../../../core/log'
import type { Scope } from '../../../core/scope'
import type { SessionKind } from '../../../shared/bot/route'
import { reactAutomatically } from '../../inbox/messages/change'
import { createOutboundMessages } from '../../inbox/messages/send/send'
import { cutToMessage } from '../../inbox/messages/send/variables'
import type { TicketRow } from '../../inbox/tickets/read'
import { closeTicket, transferTicket } from '../../inbox/tickets/state/change'
import { enqueueDelivery } from '../../platform/deliveries/enqueue'
import { enqueueTicketPush } from '../../platform/push/enqueue'
import { enqueueProgram } from '../bot/session'
import { readBotState, storeBotEnd } from '../bot/state'
import { changeTicket } from '../bot/ticket'
import type { ProgramAnswer, ProgramEnd, ProgramSay } from './program'
import { readUnanswered, type Session, storeSession } from './session'

/** Messages of one answer; the rest is left out. */
const maxSays = 20
/** Longest time in ms that a customer waits for a message whose program asks for a delay. */
const maxDelay = 10_000

const origins = { prompt: 'bot', integration: 'integration' } as const satisfies Record<SessionKind, string>

/**
 * Stores the answer's next messages, up to one that is to be delayed: the job goes on with it. After the last message
 * the session ends, if the answer says so. `isDue`: the first message has had its delay. Call within a transaction.
 */
export async function continueAnswer(
  scope: Scope,
  session: Session,
  { deliveries = [], react, ...answer }: ProgramAnswer,
  { isDue }: { isDue: boolean },
) {
  for (const delivery of deliveries) await enqueueDelivery(scope, delivery)
  if (react) await reactAutomatically(scope, react.messageId, react.emoji)
  const { due, rest, delay } = dueSays(answer.says, isDue)
  for (const say of due) await sendSay(scope, session, answer.speaker, say)
  if (rest.length === 0) return endAnswer(scope, session, answer)
  await storeSession(scope, { ...session, unsent: { ...answer, says: rest } })
  await waitForNext(scope, session, delay, rest)
}

/**
 * Splits an answer's messages before the first that is to be delayed, by `delay` ms, or whose file or voice is to be
 * fetched. Each is cut to the length of a message, because a program may answer 1 MB.
 */
export function dueSays(all: ProgramSay[], isDue: boolean) {
  const says = all.slice(0, maxSays).map((say) => ({ ...say, text: cutToMessage(say.text) }))
  const delayed = says.findIndex(
    ({ delay = 0, fileUrl, voice }, at) =>
      fileUrl !== undefined || voice !== undefined || (delay > 0 && (at > 0 || !isDue)),
  )
  const due = delayed === -1 ? says : says.slice(0, delayed)
  const rest = says.slice(due.length)
  return { due, rest, delay: Math.min(rest[0]?.delay ?? 0, maxDelay) }
}

async function sendSay(scope: Scope, { ticket, program: { kind } }: Session, senderName: string, say: ProgramSay) {
  const { text, file } = say
  if (text.trim() === '' && !file) return
  const draft = { body: text, quotedId: null, files: file ? [file] : [], bot: kind }
  await createOutboundMessages(scope, ticket, draft, { origin: origins[kind], userId: null, senderName })
}

/** Goes on after the delay, during which the customer sees typing or recording. */
async function waitForNext(scope: Scope, { ticket }: Session, delay: number, rest: ProgramSay[]) {
  const runAt = new Date(Date.now() + delay)
  await scope.enqueue('bot.program', { ticketId: ticket.id }, { key: String(ticket.id), runAt })
  scope.afterCommit(() => showTyping(scope, ticket, rest))
}

/** Shows typing to the customer, or recording when the next message is spoken. */
export function showTyping({ ports, companyId }: Scope, { whatsappId, waJid }: TicketRow, rest: ProgramSay[]) {
  const connection = { companyId, whatsappId: whatsappId as number }
  if (!ports.whatsapp.isOpen(connection)) return
  ports.whatsapp
    .typing(connection, waJid, rest[0]?.voice ? 'recording' : 'composing')
    .catch((err) => log.debug({ err }, 'typing was not shown to the customer'))
}

async function endAnswer(scope: Scope, session: Session, { end, queueId, userId }: ProgramAnswer) {
  await storeSession(scope, { ...session, unsent: null })
  if (end) return handOver(scope, session, end, { queueId, userId })
  if (queueId !== undefined) await changeTicket(scope, session.ticket, queueId, 1)
  const isAsked = (await readUnanswered(scope, session)).length > 0
  if (isAsked) await enqueueProgram(scope, session.ticket.id, session.program)
}

/** Queue and user who get the ticket; without them it waits in its queue. */
interface Receiver {
  queueId?: number
  userId?: number
}

/** Ends the session: the ticket is closed, or people answer it, in another queue or held by a user if one is given. */
export async function handOver(scope: Scope, session: Session, end: ProgramEnd, { queueId, userId }: Receiver = {}) {
  const { ticket, answeredId } = session
  const state = await readBotState(scope, ticket.id)
  if (!state) return
  await storeBotEnd(scope, state, end === 'failed' ? 'failed' : 'program', new Date().toISOString())
  if (end === 'closed') return closeTicket(scope, ticket.id, 'integration')
  if (userId !== undefined) return void (await transferTicket(scope, ticket.id, { userId, queueId }))
  await changeTicket(scope, ticket, queueId ?? ticket.queueId, 0)
  if (answeredId > 0) await enqueueTicketPush(scope, answeredId)
}

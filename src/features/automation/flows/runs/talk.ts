import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { FlowEvent } from '../../../../shared/flow/run'
import { findTicketRow, type TicketRow } from '../../../inbox/tickets/read'
import { transferTicket } from '../../../inbox/tickets/state/change'
import { changeTicket } from '../../bot/ticket'
import type { CustomerMessage, ProgramAnswer, ProgramSay } from '../../programs/program'
import { dueSays, showTyping } from '../../programs/send'
import { claimVoice, withVoice } from '../../programs/voice'
import { advance, barRun, isUnchanged, silenceEnd } from './advance'
import { askProgram, type ProgramNode, speakForNode } from './ask-program'
import { sendText } from './effects'
import { enqueueCall } from './enqueue'
import { findLiveRun, readGraph, type StoredRun, storeProgram } from './rows'
import { readWorld } from './world'

/**
 * Has the program at whose node a run stands answer the customer's messages. The request is made outside of any
 * transaction; its answer is dropped when the run has moved in the meantime. After the program's end the run goes on.
 */
export async function talk(scope: Scope, stored: StoredRun) {
  const ticket = await findTicketRow(scope, stored.ticketId)
  const node = (await readGraph(scope, stored.versionId)).node(stored.run.nodeId)
  if (ticket?.status !== 'pending' || ticket.whatsappId === null) return
  if (!(await readWorld(scope, stored.ticketId, [0]))?.maySpeak) return barRun(scope, stored)
  if (node?.kind !== 'typebot' && node?.kind !== 'prompt')
    return advance(scope, stored, { event: { kind: 'programEnded', failed: true } })
  const after = stored.unsent
    ? await sendRest(scope, stored, stored.unsent, node)
    : await answer(scope, stored, { ticket, node })
  if (after?.unsent?.end && after.unsent.says.length === 0) await goOn(scope, after, after.unsent)
}

/** Stores the next messages of an answer whose earlier ones were sent. A voice is asked for before the transaction. */
async function sendRest(outer: Scope, staleRun: StoredRun, unsent: ProgramAnswer, node: ProgramNode) {
  const claimed = claimVoice(unsent)
  if (claimed && !(await claim(outer, staleRun, claimed))) return undefined
  const answer = await withVoice(claimed ?? unsent, claimed && ((text) => speakForNode(outer, staleRun, node, text)))
  return storeStep(outer, staleRun, (scope, ticket, stored) =>
    JSON.stringify(stored.unsent) === JSON.stringify(claimed ?? unsent)
      ? storeAnswer(scope, ticket, stored, answer, { isDue: true })
      : undefined,
  )
}

/** Stores that the voice was asked for; undefined when the run has changed since. */
const claim = (outer: Scope, staleRun: StoredRun, unsent: ProgramAnswer) =>
  storeStep(outer, staleRun, async (scope, _, stored) => {
    if (JSON.stringify(stored.unsent) !== JSON.stringify(staleRun.unsent)) return undefined
    await storeProgram(scope, { ...stored, unsent })
    return stored
  })

async function answer(outer: Scope, staleRun: StoredRun, { ticket, node }: { ticket: TicketRow; node: ProgramNode }) {
  const messages = await readUnanswered(outer, staleRun)
  // A Typebot begins the conversation itself; a prompt answers what nothing has been said to yet.
  const begins = staleRun.programState === undefined && node.kind === 'typebot'
  const newest = messages.at(-1)
  if (!newest && !begins) return
  const questions = begins ? [] : messages
  const { attendanceId, flowId, programState: state = null } = staleRun
  const answered = await askProgram(outer, flowId, node, { ticket, attendanceId, messages: questions, state })
  return storeStep(outer, staleRun, async (scope, ticket, stored) => {
    const newestUnanswered = (await readUnanswered(scope, stored)).at(-1)
    if (node.kind === 'prompt' && newestUnanswered?.id !== newest?.id) return keepState(scope, stored, answered.state)
    const answeredId = newest?.id ?? stored.answeredId
    return storeAnswer(scope, ticket, { ...stored, answeredId, programState: answered.state }, answered, {
      isDue: false,
    })
  })
}

/** Drops an answer but for its state; the message that came in the meantime has a job of its own. */
async function keepState(scope: Scope, stored: StoredRun, programState: unknown) {
  await storeProgram(scope, { ...stored, programState })
  return undefined
}

/** Runs the work in a transaction, unless the run or the ticket has changed since. */
const storeStep = (
  outer: Scope,
  staleRun: StoredRun,
  work: (scope: Scope, ticket: TicketRow, stored: StoredRun) => Promise<StoredRun | undefined> | undefined,
) =>
  outer.transaction(async (scope) => {
    const stored = await findLiveRun(scope, staleRun.ticketId)
    const ticket = await findTicketRow(scope, staleRun.ticketId)
    if (!stored || !isUnchanged(stored, staleRun) || ticket?.status !== 'pending' || ticket.whatsappId === null) return
    return work(scope, ticket, stored)
  })

/** Stores the messages of an answer up to one that is to be delayed, and the rest for the next job. */
async function storeAnswer(
  scope: Scope,
  ticket: TicketRow,
  stored: StoredRun,
  answer: ProgramAnswer,
  { isDue }: { isDue: boolean },
): Promise<StoredRun> {
  const { due, rest, delay } = dueSays(answer.says, isDue)
  const nodeId = stored.run.nodeId ?? ''
  for (const { text, file } of due) await sendText(scope, ticket, stored, { nodeId, body: text, file })
  const isOver = rest.length === 0 && answer.end === undefined
  if (isOver && answer.queueId !== undefined) await changeTicket(scope, ticket, answer.queueId, 1)
  const after = { ...stored, wakeAt: silenceEnd(), unsent: isOver ? null : { ...answer, says: rest } }
  await storeProgram(scope, after)
  if (rest.length > 0) await enqueueRest(scope, ticket, delay, rest)
  else if (isOver && (await readUnanswered(scope, after)).length > 0) await enqueueCall(scope, ticket.id)
  return after
}

async function enqueueRest(scope: Scope, ticket: TicketRow, delay: number, rest: ProgramSay[]) {
  await enqueueCall(scope, ticket.id, delay)
  scope.afterCommit(() => showTyping(scope, ticket, rest))
}

/**
 * Follows the way out of a program that has ended. A user whom it names gets the ticket, which ends the run; the finish
 * word of a Typebot leads on as its other ends do.
 */
async function goOn(outer: Scope, stored: StoredRun, { end, queueId, userId }: ProgramAnswer) {
  if (userId !== undefined)
    return outer.transaction((scope) => transferTicket(scope, stored.ticketId, { userId, queueId }))
  const queue = queueId === undefined ? {} : { queueId }
  const event: FlowEvent = { kind: 'programEnded', ...queue, ...(end === 'failed' && { failed: true }) }
  await advance(outer, stored, { event })
}

const maxMessages = 20
const unanswered = hot<{ ticketId: number; after: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'body', 'mediaType', 'mediaId', 'createdAt'])
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 0)
    .where('isDeleted', '=', 0)
    .where('id', '>', p('after'))
    .orderBy('id', 'desc')
    .limit(p('limit')),
)
const newestOwn = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('messages')
    .select('id')
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 1)
    .orderBy('id', 'desc')
    .limit(1),
)

/** The customer's messages since the program's last answer, at its beginning those since the last text to the customer. */
async function readUnanswered(scope: Scope, stored: StoredRun): Promise<CustomerMessage[]> {
  const { ticketId, answeredId, programState } = stored
  const after = programState === undefined ? ((await scope.db.first(newestOwn, { ticketId }))?.id ?? 0) : answeredId
  return (await scope.db.run(unanswered, { ticketId, after, limit: maxMessages })).reverse()
}

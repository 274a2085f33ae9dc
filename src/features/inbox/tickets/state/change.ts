import type { Scope } from '../../../../core/scope'
import type { CloseReason } from '../../../../shared/enums'
import { AppError } from '../../../../shared/errors'
import { isEnabled } from '../../../platform/settings/service'
import { assertOutcome } from '../history/outcomes'
import type { Ticket, TicketPatch } from '../model'
import { getTicketRow, toTicket } from '../read'
import { assertIdsExist, assertNoOtherTicket, assertSeesQueue } from './checks'
import { isAsRead, stopsBot } from './sent-back'
import { actingUser, type Change, publishTransition, type Step, type Transition, transition } from './transition'

/**
 * PUT /tickets/:id: the fields given select the verb; absent fields stay unchanged. `open` for oneself accepts, also
 * with a queue. A user without a status transfers, also to oneself.
 */
export function changeTicket(outer: Scope, id: number, given: TicketPatch): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    const was = await getTicketRow(scope, id)
    const isStop = stopsBot(scope, was, given)
    if (isAsRead(scope, was, given)) return toTicket(scope, was)
    const isSameNumber = given.status !== undefined && given.whatsappId === was.whatsappId
    const patch = isSameNumber ? { ...given, whatsappId: undefined } : given
    const changed = runVerb(scope, id, patch)
    if (changed) return changed
    if (isStop) return stopBot(scope, id)
    throw new AppError('ERR_VALIDATION', { fields: ['status'] })
  })
}

/** Runs the verb that the fields select; undefined without one. */
function runVerb(scope: Scope, id: number, patch: TicketPatch): Promise<Ticket> | undefined {
  const { status, userId, queueId, whatsappId } = patch
  const isMine = status === 'open' && (userId == null || userId === scope.viewer.userId)
  if (status === 'closed') return closeTicket(scope, id, 'agent', patch)
  if (isMine && whatsappId === undefined) return takeTicket(scope, id, queueId)
  if (queueId != null || whatsappId !== undefined || userId != null) return transferTicket(scope, id, patch)
  return status === 'pending' ? returnTicket(scope, id) : undefined
}

/** Accepts a pending ticket, reopens a closed one. */
const takeTicket = async (scope: Scope, id: number, queueId: number | null | undefined) =>
  (await getTicketRow(scope, id)).status === 'closed'
    ? reopenTicket(scope, id, queueId)
    : acceptTicket(scope, id, queueId)

/**
 * pending → open, held by the acting user. Unchanged when they hold it already. @throws ERR_TICKET_ALREADY_ACCEPTED
 * with the user who was first
 */
export const acceptTicket = (scope: Scope, id: number, queueId?: number | null) =>
  changeState(scope, id, {
    verb: 'accept',
    event: 'accepted',
    change: async (_, scope) => ({
      ...(await queueChange(scope, queueId)),
      userId: scope.viewer.userId,
      chatbot: 0,
    }),
    after: enqueueAcceptanceText,
  })

/** Enqueues the text that tells the customer who answers, if the company sends it. */
export async function enqueueAcceptanceText(scope: Scope, { row, eventId }: Transition) {
  if (await isEnabled(scope.db, 'sendGreetingAccepted')) await enqueueAnnouncement(scope, row.isGroup, eventId)
}

/**
 * Returns the queue to set. @throws ERR_VALIDATION when a user who is not an admin names a queue they are not a member
 * of
 */
async function queueChange(scope: Scope, queueId: number | null | undefined): Promise<Change> {
  if (queueId == null) return {}
  await assertIdsExist(scope, { queueId })
  const person = actingUser(scope)
  if (person && person.profile !== 'admin' && !person.queueIds.includes(queueId))
    throw new AppError('ERR_VALIDATION', { fields: ['queueId'] })
  return { queueId }
}

/** Ends the robot's part of a pending ticket, which goes on waiting for people. */
export const stopBot = (scope: Scope, id: number) => changeState(scope, id, { verb: 'stopBot', event: 'botStopped' })

/** open → pending without a user; the queue stays. */
export const returnTicket = (scope: Scope, id: number) =>
  changeState(scope, id, { verb: 'return', event: 'returned', change: () => ({ userId: null }) })

/**
 * open or pending → closed; user and queue stay as history. A ticket without a user becomes that of the closing user.
 * After a user closes an open ticket, the customer gets the
 * connection's closing text unless `farewell` is false; groups do not. @throws ERR_NO_OUTCOME, ERR_VALIDATION
 */
export const closeTicket = (
  scope: Scope,
  id: number,
  closeReason: CloseReason = 'agent',
  { outcome = null, farewell = true }: { outcome?: string | null; farewell?: boolean } = {},
) =>
  changeState(scope, id, {
    verb: 'close',
    event: 'closed',
    outcome,
    change: async (was, scope) => {
      const person = actingUser(scope)
      if (person) await assertOutcome(scope, outcome)
      return { closeReason, closedBy: person?.userId ?? null, userId: was.userId ?? person?.userId ?? null }
    },
    after: async (scope, { was }) => {
      const isAttended = was.status === 'open' && was.isGroup === 0
      if (isAttended && farewell && closeReason === 'agent') await scope.enqueue('ticket.farewell', { ticketId: id })
    },
  })

/**
 * closed → open, held by the acting user; by the system → pending without a user. @throws ERR_OTHER_OPEN_TICKET when
 * the chat has another live ticket
 */
export const reopenTicket = (scope: Scope, id: number, queueId?: number | null) =>
  changeState(scope, id, {
    verb: 'reopen',
    event: 'reopened',
    change: async (was, scope) => {
      await assertNoOtherTicket(scope, was, was.whatsappId)
      return { ...(await queueChange(scope, queueId)), userId: actingUser(scope)?.userId ?? null }
    },
  })

/**
 * Transfers to a queue (pending, without a user), to a user (open), to another connection, or to several of these at
 * once.
 */
export function transferTicket(scope: Scope, id: number, patch: TicketPatch): Promise<Ticket> {
  const { userId, whatsappId } = patch
  const toUser = userId != null
  const toQueue = patch.queueId != null
  return changeState(scope, id, {
    verb: toUser ? 'transferToUser' : toQueue ? 'transferToQueue' : 'changeConnection',
    event: 'transferred',
    change: async (was, scope) => {
      const queueId = patch.queueId === undefined ? was.queueId : patch.queueId
      await assertIdsExist(scope, { queueId: patch.queueId, userId, whatsappId })
      if (whatsappId !== undefined && whatsappId !== was.whatsappId) await assertNoOtherTicket(scope, was, whatsappId)
      const connection = whatsappId === undefined ? {} : { whatsappId }
      if (toUser) {
        await assertSeesQueue(scope, userId, queueId)
        return { ...connection, queueId, userId, chatbot: 0 }
      }
      return toQueue ? { ...connection, queueId, userId: null } : connection
    },
    after: async (scope, { was, row, eventId }) => {
      const isMoved = row.queueId !== was.queueId || (row.userId !== null && row.userId !== was.userId)
      if (isMoved && (await isEnabled(scope.db, 'sendMsgTransfTicket')))
        await enqueueAnnouncement(scope, row.isGroup, eventId)
    },
  })
}

/** Enqueues the automatic text to the customer; groups get none. */
async function enqueueAnnouncement(scope: Scope, isGroup: 0 | 1, eventId: number) {
  if (isGroup === 0) await scope.enqueue('ticket.announce', { eventId })
}

interface Verb extends Step {
  /** Runs in the same transaction, after the change of state. */
  after?: (scope: Scope, done: Transition) => Promise<void>
}

/** Runs one verb in one transaction and publishes one event. @throws ERR_NO_TICKET_FOUND, and as `transition` */
function changeState(outer: Scope, id: number, { after, ...step }: Verb): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    const was = await getTicketRow(scope, id)
    const done = await transition(scope, was, step)
    if (!done) return toTicket(scope, was)
    await after?.(scope, done)
    publishTransition(scope, done)
    return toTicket(scope, done.row)
  })
}

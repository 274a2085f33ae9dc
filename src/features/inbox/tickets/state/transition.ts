import type { Updateable } from 'kysely'
import type { Scope, Viewer } from '../../../../core/scope'
import type { Database } from '../../../../core/storage/schema'
import { hot } from '../../../../core/storage/tenant'
import { lastMoment } from '../../../../core/time'
import type { CloseReason, TicketEvent, TicketStatus } from '../../../../shared/enums'
import { AppError } from '../../../../shared/errors'
import { endProposals } from '../../proposals/end'
import { recordEvent } from '../history/events'
import { getTicketRow, type TicketRow, toTicket } from '../read'
import { endSnooze } from './snooze'
import { actorOf, outcomeOf, type Refusal, type TicketVerb } from './states'

export type Change = Updateable<Database['tickets']>

/** A change of a ticket's state. */
export interface Step {
  verb: TicketVerb
  /** Kind of the event in the history. */
  event: TicketEvent
  /** True for a part of another permitted action. A scope without a user is the system anyway. */
  bySystem?: boolean
  /** Outcome of a close, for the history and the attendance. */
  outcome?: string | null
  /**
   * Returns columns to set beside the status, after the permission check; may throw for conditions beyond the state
   * table.
   */
  change?: (was: TicketRow, scope: Scope) => Change | Promise<Change>
}

/** A ticket before and after a step, and the id of the step's event. */
export interface Transition {
  was: TicketRow
  row: TicketRow
  eventId: number
}

/**
 * Changes a ticket's state; nothing else may. Checks the table of states.ts, stores the state, the event and the
 * attendance. Call within the transaction that read `was`; the single writer keeps the check valid until the commit.
 * The caller publishes. Returns null when the verb changes nothing.
 * @throws ERR_NO_PERMISSION, ERR_TICKET_STATE, ERR_TICKET_ALREADY_ACCEPTED, and what `change` throws
 */
export async function transition(scope: Scope, was: TicketRow, step: Step): Promise<Transition | null> {
  const agent = step.bySystem ? null : actingUser(scope)
  const outcome = outcomeOf(step.verb, was.status, actorOf(agent, was))
  if (outcome === 'unchanged') return null
  if (isRefusal(outcome)) throw new AppError(outcome, detailOf(outcome, was))
  const change = (await step.change?.(was, scope)) ?? {}
  const isPerson = 'userId' in scope.actor
  await scope.db.run(storeState, nextState(was, outcome, isPerson ? { ...change, chatbot: 0 } : change))
  const row = await getTicketRow(scope, was.id)
  await endSnooze(scope, row)
  if (was.status === 'open' && row.status !== 'open') await endProposals(scope, row)
  const eventId = await recordEvent(scope, { kind: step.event, before: was, after: row, outcome: step.outcome })
  return { was, row: isPerson ? { ...row, ...noProgram } : row, eventId }
}

/** A user's change ends the session of a prompt or an integration. */
const noProgram = { programKind: null, programId: null }

/** Publishes the ticket's new state, with the old one for browsers that lose sight of it. */
export function publishTransition(scope: Scope, { was, row }: Pick<Transition, 'was' | 'row'>) {
  scope.publish('ticket', { action: 'update', ticket: toTicket(scope, row), was: toTicket(scope, was) })
}

/** Returns the acting user, or null for the system. */
export const actingUser = ({ actor }: Scope): Viewer | null => ('system' in actor ? null : actor)

const isRefusal = (outcome: TicketStatus | Refusal): outcome is Refusal => outcome.startsWith('ERR_')

function detailOf(refusal: Refusal, { id, status, userId, userName }: TicketRow) {
  if (refusal === 'ERR_TICKET_STATE') return { status }
  return refusal === 'ERR_TICKET_ALREADY_ACCEPTED' ? { ticketId: id, user: { id: userId, name: userName } } : {}
}

interface State {
  id: number
  status: TicketStatus
  userId: number | null
  queueId: number | null
  whatsappId: number | null
  chatbot: 0 | 1
  botLoop: 0 | 1
  unreadMessages: number
  answeredAt: string | null
  waitingSince: string
  closedAt: string | null
  closedBy: number | null
  closeReason: CloseReason | null
  updatedAt: string
}
const storeState = hot<State>()((db, p) =>
  db
    .update('tickets')
    .set({
      status: p('status'),
      userId: p('userId'),
      queueId: p('queueId'),
      whatsappId: p('whatsappId'),
      chatbot: p('chatbot'),
      botLoop: p('botLoop'),
      unreadMessages: p('unreadMessages'),
      answeredAt: p('answeredAt'),
      waitingSince: p('waitingSince'),
      closedAt: p('closedAt'),
      closedBy: p('closedBy'),
      closeReason: p('closeReason'),
      updatedAt: p('updatedAt'),
    })
    .where('id', '=', p('id')),
)

/** ISO 8601 times in UTC sort as text. */
const earlier = (one: string, other: string) => (one < other ? one : other)
const nobodyWaits = { answeredAt: null, waitingSince: lastMoment }

/**
 * A closed ticket has a closing time, no unread messages, no chatbot, no waiting customer and no reply that waits for
 * the customer; a live one has no closing time. A ticket that becomes pending waits from now, if not for longer.
 */
function nextState(was: TicketRow, status: TicketStatus, change: Change): State {
  const { id, userId, queueId, whatsappId, chatbot, unreadMessages, answeredAt } = was
  const botLoop = was.status === 'pending' && status === 'pending' ? was.botLoop : 0
  const now = new Date().toISOString()
  const waitingSince =
    status === 'pending' && was.status !== 'pending' ? earlier(was.waitingSince, now) : was.waitingSince
  const kept = { id, userId, queueId, whatsappId, chatbot, botLoop, unreadMessages, answeredAt }
  const unchanged = { ...kept, waitingSince, updatedAt: now }
  const live = { closedAt: null, closedBy: null, closeReason: null }
  const closed = { closedAt: now, closedBy: null, closeReason: null, chatbot: 0, unreadMessages: 0 }
  return { ...unchanged, ...(status === 'closed' ? { ...closed, ...nobodyWaits } : live), ...change, status } as State
}

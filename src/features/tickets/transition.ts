import type { Updateable } from 'kysely'
import type { Scope, Viewer } from '../../core/scope'
import type { Database } from '../../core/storage/schema'
import { hot } from '../../core/storage/tenant'
import type { CloseReason, TicketEvent, TicketStatus } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { recordEvent } from './events'
import { getTicketRow, type TicketRow, toTicket } from './read'
import { actorOf, outcomeOf, type Refusal, type TicketVerb } from './states'

export type Change = Updateable<Database['tickets']>

/** One step of a ticket from its state to the next. */
export interface Step {
  verb: TicketVerb
  /** Its line in the history. */
  event: TicketEvent
  /** True for a part of something else that a person was allowed to do. A scope without a person is the system anyway. */
  bySystem?: boolean
  /** Columns beside the status, once the verb is allowed; refuses what the state does not say. */
  change?: (was: TicketRow, scope: Scope) => Change | Promise<Change>
}

/** A ticket before and after a step, and the id of the step's line in the history. */
export interface Transition {
  was: TicketRow
  row: TicketRow
  eventId: number
}

/**
 * The only way for a ticket to change its state: checked against the table of states.ts, stored, written into the history
 * and the attendance. Within the transaction that read `was`; one writer makes the check hold until the state is stored.
 * Returns null when the verb changes nothing. The caller publishes.
 * @throws ERR_NO_PERMISSION, ERR_TICKET_STATE, ERR_TICKET_ALREADY_ACCEPTED, and what `change` throws
 */
export async function transition(scope: Scope, was: TicketRow, step: Step): Promise<Transition | null> {
  const agent = step.bySystem ? null : personOf(scope)
  const outcome = outcomeOf(step.verb, was.status, actorOf(agent, was))
  if (outcome === 'unchanged') return null
  if (isRefusal(outcome)) throw new AppError(outcome, detailOf(outcome, was))
  const change = (await step.change?.(was, scope)) ?? {}
  await scope.db.run(storeState, nextState(was, outcome, change))
  const row = await getTicketRow(scope, was.id)
  return { was, row, eventId: await recordEvent(scope, { kind: step.event, before: was, after: row }) }
}

/** Tells browsers of a ticket's new state, with the old one for those who lose sight of it. */
export function publishTransition(scope: Scope, { was, row }: Pick<Transition, 'was' | 'row'>) {
  scope.publish('ticket', { action: 'update', ticket: toTicket(scope, row), was: toTicket(scope, was) })
}

/** The acting person, or null where the system acts. */
export const personOf = ({ actor }: Scope): Viewer | null => ('system' in actor ? null : actor)

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
  unreadMessages: number
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
      unreadMessages: p('unreadMessages'),
      closedAt: p('closedAt'),
      closedBy: p('closedBy'),
      closeReason: p('closeReason'),
      updatedAt: p('updatedAt'),
    })
    .where('id', '=', p('id')),
)

/** A closed ticket has an end, no unread messages and no robot; a live one has no end. */
function nextState(was: TicketRow, status: TicketStatus, change: Change): State {
  const { id, userId, queueId, whatsappId, chatbot, unreadMessages } = was
  const now = new Date().toISOString()
  const kept = { id, userId, queueId, whatsappId, chatbot, unreadMessages, updatedAt: now }
  const live = { closedAt: null, closedBy: null, closeReason: null }
  const closed = { closedAt: now, closedBy: null, closeReason: null, chatbot: 0, unreadMessages: 0 }
  return { ...kept, ...(status === 'closed' ? closed : live), ...change, status } as State
}

import type { TicketStatus } from '../../../../shared/enums'
import { type Agent, changesTicket, seesTicket, type TicketAssignment } from '../../../../shared/permissions'

/**
 * Verbs that change a ticket's state. `stopBot` ends the robot's part; `changeQueue` and `changeConnection` keep its
 * user; `restoreOpen` and `restorePending` undo a close by a merge.
 */
export const ticketVerbs = [
  'accept',
  'return',
  'transferToQueue',
  'transferToUser',
  'changeQueue',
  'changeConnection',
  'close',
  'reopen',
  'restoreOpen',
  'restorePending',
  'stopBot',
] as const
export type TicketVerb = (typeof ticketVerbs)[number]

/**
 * Roles of the acting side towards a ticket: the system (a rule of the company, a customer's message, a part of another
 * permitted action); the user who holds the ticket; another user who may change it; one who may only read it; one who
 * does not see it.
 */
export const ticketActors = ['system', 'holder', 'changer', 'reader', 'stranger'] as const
export type TicketActor = (typeof ticketActors)[number]

/** The status afterwards, `unchanged`, or the error code. */
type Outcome = TicketStatus | 'unchanged' | Refusal
export type Refusal = 'ERR_NO_PERMISSION' | 'ERR_TICKET_STATE' | 'ERR_TICKET_ALREADY_ACCEPTED'

const no = 'ERR_NO_PERMISSION'
const state = 'ERR_TICKET_STATE'
const alreadyAccepted = 'ERR_TICKET_ALREADY_ACCEPTED'
const same = 'unchanged'

/** Outcomes in the order of `ticketActors`: system, holder, changer, reader, stranger. */
type Row = readonly [Outcome, Outcome, Outcome, Outcome, Outcome]

/** A user who does not see the ticket gets ERR_NO_PERMISSION and does not learn its state. */
const wrongState: Row = [state, state, state, state, no]
const bySystem = (outcome: Outcome): Row => [outcome, no, no, no, no]
const byChangers = (outcome: Outcome): Row => [outcome, outcome, outcome, no, no]

const table: Record<TicketVerb, Record<TicketStatus, Row>> = {
  accept: {
    pending: [no, 'open', 'open', no, no], // the system cannot hold a ticket
    open: [no, same, alreadyAccepted, alreadyAccepted, no], // the second to accept gets the first one's name
    closed: wrongState,
  },
  return: { pending: byChangers(same), open: byChangers('pending'), closed: wrongState },
  transferToQueue: { pending: byChangers('pending'), open: byChangers('pending'), closed: wrongState },
  transferToUser: { pending: byChangers('open'), open: byChangers('open'), closed: wrongState },
  changeQueue: { pending: bySystem('pending'), open: bySystem('open'), closed: wrongState },
  changeConnection: { pending: byChangers('pending'), open: byChangers('open'), closed: wrongState },
  close: { pending: byChangers('closed'), open: byChangers('closed'), closed: byChangers(same) },
  reopen: { pending: wrongState, open: wrongState, closed: ['pending', 'open', 'open', no, no] },
  restoreOpen: { pending: wrongState, open: wrongState, closed: bySystem('open') },
  restorePending: { pending: wrongState, open: wrongState, closed: bySystem('pending') },
  stopBot: { pending: byChangers('pending'), open: byChangers(same), closed: byChangers(same) },
}

export const outcomeOf = (verb: TicketVerb, status: TicketStatus, actor: TicketActor): Outcome =>
  table[verb][status][ticketActors.indexOf(actor)] as Outcome

/** Returns the user's role towards the ticket; null is the system. */
export function actorOf(agent: Agent | null, ticket: TicketAssignment): TicketActor {
  if (!agent) return 'system'
  if (ticket.userId === agent.userId) return 'holder'
  if (changesTicket(agent, ticket)) return 'changer'
  return seesTicket(agent, ticket) ? 'reader' : 'stranger'
}

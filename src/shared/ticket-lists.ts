import type { TicketStatus } from './enums'

/**
 * Definitions of the lists of conversations. Every number that counts them (tabs, empty state, bell, title of the
 * browser's tab, team page, dashboard) uses this table (docs/adr/0134).
 */

/** Lists of the inbox, in the order of their tabs. */
export const ticketListNames = ['mine', 'waiting', 'robot', 'closed', 'all'] as const
export type TicketListName = (typeof ticketListNames)[number]

interface TicketListRule {
  status: TicketStatus
  /** Holder: the reader, or any user; the reader's permissions narrow both. */
  holder: 'reader' | 'anyone'
  /** True for tickets that the robot, a flow or a program handles, false for those without; absent for both. */
  robot?: boolean
  /** Leaves out snoozed tickets, unless the filter asks for them. */
  hidesSnoozed?: true
}

export const ticketLists: Record<TicketListName, TicketListRule> = {
  mine: { status: 'open', holder: 'reader', hidesSnoozed: true },
  /** Customers who wait for a person. */
  waiting: { status: 'pending', holder: 'anyone', robot: false },
  robot: { status: 'pending', holder: 'anyone', robot: true },
  closed: { status: 'closed', holder: 'anyone' },
  /** Open tickets of every holder. */
  all: { status: 'open', holder: 'anyone' },
}

/** Fields of a ticket that decide its lists; `chatbot` is 0 or 1 in rows of the database. */
export interface ListedTicket {
  status: TicketStatus
  chatbot: boolean | 0 | 1
}

/** True if tickets of this state belong to the list, of any holder. */
export function isOfTicketList(name: TicketListName, { status, chatbot }: ListedTicket): boolean {
  const rule = ticketLists[name]
  return status === rule.status && (rule.robot === undefined || rule.robot === Boolean(chatbot))
}

/** True if the list of this reader has the ticket; snoozed tickets are a matter of the filter. */
export const isInTicketList = (
  name: TicketListName,
  ticket: ListedTicket & { userId: number | null },
  readerId: number | undefined,
): boolean => isOfTicketList(name, ticket) && (ticketLists[name].holder === 'anyone' || ticket.userId === readerId)

/** True if the count of the list includes the ticket; the reader has no filter. */
export const isCountedInTicketList = (
  name: TicketListName,
  ticket: ListedTicket & { userId: number | null; snoozedUntil: string | null },
  readerId: number | undefined,
): boolean =>
  isInTicketList(name, ticket, readerId) && !(ticketLists[name].hidesSnoozed && ticket.snoozedUntil !== null)

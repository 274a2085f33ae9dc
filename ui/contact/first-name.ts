import type { Ticket } from '../../src/features/inbox/tickets/model'
import { ticketContactName } from './ticket-contact-name'

/**
 * First word of the customer's name where it can be a first name; undefined for a group, a number, a title ("Dr.") and
 * an article ("A Padaria do Zé").
 */
export function ticketFirstName(ticket: Ticket): string | undefined {
  const [first = ''] = ticketContactName(ticket).trim().split(/\s/)
  return !ticket.isGroup && /^\p{L}{2,}$/u.test(first) ? first : undefined
}

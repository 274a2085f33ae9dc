import type { Ticket } from '../../src/features/inbox/tickets/model'
import { showNumber } from '../lib/phone'

/** Name of the ticket's contact, else the number; a name that is only a number is formatted as one. */
export function ticketContactName({ contact }: Ticket): string {
  if (/^\d{8,15}$/.test(contact.name)) return showNumber(contact.name)
  return contact.name || (contact.number ? showNumber(contact.number) : '—')
}

/** Formatted number of the ticket's contact; `hidden` if WhatsApp hides the number. */
export const ticketContactNumber = ({ contact }: Ticket, hidden: string) =>
  contact.number ? showNumber(contact.number) : hidden

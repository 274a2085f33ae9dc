import type { Ticket } from '../../src/features/tickets/model'
import { showNumber } from '../lib/phone'

/** The contact's name, else their number; a name that is only a number is written like one. */
export function ticketContactName({ contact }: Ticket): string {
  if (/^\d{8,15}$/.test(contact.name)) return showNumber(contact.name)
  return contact.name || (contact.number ? showNumber(contact.number) : '—')
}

/** WhatsApp hides some numbers: then the words given. */
export const ticketContactNumber = ({ contact }: Ticket, hidden: string) =>
  contact.number ? showNumber(contact.number) : hidden

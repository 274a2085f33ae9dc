import type { Contact } from '../../src/features/contacts/contacts/model'
import { showNumber } from '../lib/phone'

/** Name of a contact, else the number; a name that is only a number is formatted as one. */
export function contactDisplayName({ name, number }: Pick<Contact, 'name' | 'number'>): string {
  if (/^\d{8,15}$/.test(name)) return showNumber(name)
  return name || (number ? showNumber(number) : '—')
}

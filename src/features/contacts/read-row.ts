import type { ImportFault } from '../../shared/enums'
import { limits } from '../../shared/limits'
import { normaliseNumber } from '../../shared/phone'

/** A person of a spreadsheet with a normalised number. */
export interface ContactRow {
  name: string
  number: string
  email: string
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The row as a contact, or the reason it is invalid. A missing name becomes the number. */
export function readContactRow(typedName: string, typed: string, email: string): ContactRow | ImportFault {
  const number = normaliseNumber(typed)
  if (!number) return 'number'
  const name = typedName.replace(/\s+/g, ' ') || number
  if (name.length < limits.name.min || name.length > limits.name.max) return 'name'
  if (email !== '' && (email.length > limits.email.max || !address.test(email))) return 'email'
  return { name, number, email }
}

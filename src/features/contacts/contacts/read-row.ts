import type { ImportFault } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { readCellNumber } from '../../../shared/phone/cell-numbers'

/** A person of a spreadsheet with a normalised number. */
export interface ContactRow {
  name: string
  number: string
  email: string
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * The row as a contact, or the reason it is invalid. A missing name becomes the number; of several numbers in a cell, the
 * first mobile one counts. @param country of numbers without an international prefix
 */
export function readContactRow(
  { name: typedName, number: typed, email }: ContactRow,
  country: string,
): ContactRow | ImportFault {
  const read = readCellNumber(typed, country)
  if ('refused' in read) return read.refused
  const { number } = read
  const name = typedName.replace(/\s+/g, ' ') || number
  if (name.length < limits.name.min || name.length > limits.name.max) return 'name'
  if (email !== '' && (email.length > limits.email.max || !address.test(email))) return 'email'
  return { name, number, email }
}

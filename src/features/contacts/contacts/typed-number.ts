import type { Reader } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import type { ReadNumber } from '../../../shared/phone/faults'
import { canonicalNumber } from '../../../shared/phone/forms'
import { numberOrNull, readNumber } from '../../../shared/phone/read-number'
import { companyCountry } from '../../platform/company/country'

const storedContact = hot<{ number: string }>()((db, p) =>
  db.select('contacts').select('id').where('number', '=', p('number')),
)
const storedAlias = hot<{ number: string }>()((db, p) =>
  db.select('contact_aliases').select('id').where('number', '=', p('number')),
)

/**
 * Reads a number that a person or a program typed, in the company's country. Bare digits that a contact has as its number
 * are sent back as they were read: they mean this contact where the country has no such number, and are ambiguous where
 * the country has one of its own.
 */
export async function readTypedNumber(scope: Reader, typed: string): Promise<ReadNumber> {
  const read = readNumber(typed, await companyCountry(scope))
  const bare = typed.trim()
  if (!/^\d{8,15}$/.test(bare) || ('number' in read && read.number === bare)) return read
  const isStored =
    (await scope.db.first(storedContact, { number: bare })) ?? (await scope.db.first(storedAlias, { number: bare }))
  if (!isStored || ('number' in read && read.number === canonicalNumber(bare))) return read
  return 'number' in read ? { refused: 'ambiguous' } : { number: bare }
}

/**
 * The canonical digits of a number that a person or a program typed, as `readTypedNumber`.
 * @throws ERR_WAPP_INVALID_CONTACT with `reason`, one of `numberFaults`, and `country`
 */
export async function typedNumber(scope: Reader, typed: string): Promise<string> {
  const read = await readTypedNumber(scope, typed)
  if ('number' in read) return read.number
  throw new AppError('ERR_WAPP_INVALID_CONTACT', { reason: read.refused, country: await companyCountry(scope) })
}

/** Longest searched text that may be a number. */
const maxNumber = 80

/**
 * A searched text as stored numbers are compared with it: a whole number with a prefix, a link or marks as its canonical
 * digits, a Brazilian one without the ninth digit as its last eight; another text as it is.
 */
export async function searchedText(scope: Reader, text: string): Promise<string> {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 8 || text.length > maxNumber) return text
  const number = numberOrNull(text, await companyCountry(scope))
  if (number === null) return text
  if (number.endsWith(digits)) return /^[\d\s()+.-]+$/.test(text) ? text : number
  const isOlder = /^55\d\d9\d{8}$/.test(number) && !digits.endsWith(number.slice(-9))
  return isOlder ? number.slice(-8) : number
}

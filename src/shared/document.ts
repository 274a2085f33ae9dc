import { cnpj, cpf } from 'cpf-cnpj-validator'

/** Longest text of a document without its punctuation: a CNPJ. */
const maxLength = 14

/** Letters and digits of a typed document, in capitals; a CNPJ issued since July 2026 may have letters. */
export const plainDocument = (text: string) => text.replace(/[^0-9a-z]/gi, '').toUpperCase()

/** True for a CPF (11 digits) or CNPJ (12 letters or digits, 2 digits) with valid check digits, without punctuation. */
export function isDocument(text: string): boolean {
  if (text !== plainDocument(text)) return false
  return text.length === 11 ? cpf.isValid(text) : text.length === maxLength && cnpj.isValid(text)
}

const cpfMarks: Record<number, string> = { 3: '.', 6: '.', 9: '-' }
const cnpjMarks: Record<number, string> = { 2: '.', 5: '.', 8: '/', 12: '-' }

/** 000.000.000-00 or AA.AAA.AAA/AAAA-00, as far as it is typed. */
export function documentMask(text: string): string {
  const plain = plainDocument(text).slice(0, maxLength)
  const marks = plain.length <= 11 && /^\d*$/.test(plain) ? cpfMarks : cnpjMarks
  return [...plain].map((character, index) => (marks[index] ?? '') + character).join('')
}

/** True for Brazil, whose zip codes and documents are checked. */
export const isHome = (country: string) => /^bra[sz]il$/i.test(country.trim())

/** True for a zip code of the country: eight digits in Brazil, 3 to 10 letters, digits, spaces and dashes elsewhere. */
export function isZip(text: string, country: string): boolean {
  const zip = text.trim()
  return isHome(country) ? /^\d{5}-?\d{3}$/.test(zip) : /^[a-z0-9][a-z0-9 -]{1,8}[a-z0-9]$/i.test(zip)
}

/** 00000-000, as far as it is typed. */
export function zipMask(text: string): string {
  const all = text.replace(/\D/g, '').slice(0, 8)
  return all.length > 5 ? `${all.slice(0, 5)}-${all.slice(5)}` : all
}

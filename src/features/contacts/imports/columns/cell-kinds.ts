import { spreadsheetDigits } from '../../../../shared/phone/spreadsheet-digits'

/** Kind of a cell that looks like a telephone number and is none. */
type NotANumber = 'date' | 'document' | 'postalCode' | 'rounded' | 'amount'

/** Days with separators, with and without a time; a month and day of Apple without a year. */
const day =
  /^(\d{1,2}[/.-]\d{1,2}[/.-](\d{4}|\d{2})|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}|--\d{2}-?\d{2})([ T,]{1,3}\d{1,2}:\d{2}.{0,20})?$/
/** Days of eight digits in both orders, and with a time of six. */
const plainDay =
  /^((19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(\d{6})?|(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d{2})$/
const cpf = /^\d{3}\.\d{3}\.\d{3}[-/. ]?\d{2}$/
const cnpj = /^\d{2}\.\d{3}\.\d{3}\/\d{4}[-/. ]?\d{2}$/
/** Identity numbers of Brazil, Chile, Argentina and the United States as they are written. */
const otherDocument = /^(\d{1,2}\.\d{3}\.\d{3}(-[\dxk])?|\d{7,8}-[xk]|(20|2[3-7]|3[034])-\d{8}-\d|\d{3}-\d{2}-\d{4})$/i
/** Postal codes of Brazil and Portugal as they are written. */
const postalCode = /^(\d{2}\.?\d{3}-\d{3}|\d{4}-\d{3})$/
/** Money, a negative number, an IP address. */
const amount =
  /^(-\d|(R\$|US\$|\$|€|£)\s?\d|\d{1,3}(\.\d{3}){0,4},\d{2}$|\d{1,3}(,\d{3}){0,4}\.\d{2}$|\d{1,3}(\.\d{1,3}){3}$)/
/** Number in scientific form, with a dot or a comma. */
const scientific = /^\d(?:[.,]\d{0,20})?e\+?\d{1,2}$/i

/**
 * The kind of a cell that is no telephone number however many digits it has; null when it may be one. `country` (ISO 3166) is
 * that of numbers without a country code: eleven digits may be a CPF in Brazil, and elsewhere a number with its code.
 */
export function notANumber(cell: string, country: string): NotANumber | null {
  const text = cell.trim()
  if (day.test(text) || plainDay.test(text)) return 'date'
  if (cpf.test(text) || cnpj.test(text) || otherDocument.test(text) || isPlainDocument(text, country)) return 'document'
  if (postalCode.test(text)) return 'postalCode'
  if (spreadsheetDigits(text) !== null) return null
  if (scientific.test(text)) return 'rounded' // digits are missing, as in Excel's `5,51199E+12`
  return amount.test(text) ? 'amount' : null
}

/** Digits of a number in scientific form, in groups, or with decimals of zero, as spreadsheets and pandas write them. */
export const plainDigits = (cell: string): string =>
  spreadsheetDigits(cell) ?? cell.replace(/^(\+?\d{6,20})[.,]0{1,3}$/, '$1')

/** A mobile number of Brazil has a nine as its third digit, and may by chance have the check digits of a CPF. */
const isPlainDocument = (text: string, country: string) =>
  (country === 'BR' && text[2] !== '9' && isCpf(text)) || isCnpj(text)

/**
 * True for digits with the check digits of a CPF or CNPJ, also without the zeros in front that spreadsheets remove. One of a
 * hundred telephone numbers has them by chance, so that a column is judged by its cells together.
 */
export function mayBeDocument(cell: string): boolean {
  const digits = plainDigits(cell.trim()).replace(/\D/g, '')
  if (digits.length < 9 || digits.length > 14) return false
  return (digits.length <= 11 && isCpf(digits.padStart(11, '0'))) || isCnpj(digits.padStart(14, '0'))
}

/** Cells with check digits of documents by which a column is one of documents: two may have them by chance. */
const fewestDocuments = 3

/** True for the filled cells of a column that holds documents, although its digits have the form of telephone numbers. */
export function areDocuments(cells: string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const documents = filled.filter(mayBeDocument).length
  return documents >= fewestDocuments && documents >= filled.length / 2
}

/** True for eleven digits of which the last two check the others. */
function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false
  return checkDigit(digits.slice(0, 9), 10) === digits[9] && checkDigit(digits.slice(0, 10), 11) === digits[10]
}

function checkDigit(digits: string, firstWeight: number): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (firstWeight - at), 0)
  return String(((sum * 10) % 11) % 10)
}

const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/** True for fourteen digits of which the last two check the others. */
function isCnpj(digits: string): boolean {
  if (!/^\d{14}$/.test(digits) || /^(\d)\1{13}$/.test(digits)) return false
  const digitOf = (weights: number[]) => {
    const rest = weights.reduce((total, weight, at) => total + Number(digits[at]) * weight, 0) % 11
    return String(rest < 2 ? 0 : 11 - rest)
  }
  return digitOf(cnpjWeights.slice(1)) === digits[12] && digitOf(cnpjWeights) === digits[13]
}

import { callingCodeOf } from '../../../shared/phone/countries'
import { mayBeDocument } from './columns/cell-kinds'
import { type NumberHints, type ReadCell, readCell } from './read-number'

/** A number of a cell, or the reason why it is none. */
export type Part = { text: string; answer: ReadCell }

/** Separators of several numbers in one cell. */
const between = /:::|[;,/|]| (?:ou|or|e|y|and|o) /i
/** Numbers of one cell that are read. */
const maxNumbers = 10

/**
 * Area code that the number of a part has, for the next parts: two digits in front of a separator, unless they are a calling
 * code or the code of a carrier.
 */
function areaOf(part: string, number: string, { country, code = '' }: NumberHints): string | undefined {
  if (number.startsWith('55') && (country === 'BR' || code !== '')) return /^[1-9]{2}/.exec(number.slice(2))?.[0]
  const typed = /^\(?0?(\d{2})\)?[\s.-]/.exec(part)?.[1]
  const home = callingCodeOf(country)
  return [home, `${home}9`].some((prefix) => typed && number.startsWith(prefix + typed)) ? typed : undefined
}

/** The numbers of a cell. Digits of a number without its area code take it from the number before. */
export function numbersOfCell(text: string, hints: NumberHints): Part[] {
  if (text === '') return []
  const whole = readCell(text, hints)
  const parts = text
    .split(between, maxNumbers)
    .map((part) => part.trim())
    .filter((part) => part.replace(/\D/g, '').length >= 8)
  if (parts.length < 2) return [{ text, answer: whole }]
  let { area = '' } = hints
  return parts.map((part) => {
    const answer = readCell(part, { ...hints, area })
    if ('number' in answer) area = areaOf(part, answer.number, hints) ?? area
    return { text: part, answer }
  })
}

/** The same numbers without those that have the check digits of a CPF or CNPJ, in a column of documents. */
export const withoutDocuments = (parts: Part[]): Part[] =>
  parts.map(({ text, answer }) => ({ text, answer: mayBeDocument(text) ? { refused: 'otherCode' } : answer }))

import { countryCodes } from '../../../shared/phone/countries'
import type { NumberFault } from '../../../shared/phone/faults'
import { isMobile } from '../../../shared/phone/plan'
import { readNumber } from '../../../shared/phone/read-number'
import { notANumber, plainDigits } from './columns/cell-kinds'

export type ReadCell = { number: string; isMobile: boolean } | { refused: NumberFault }

/** Facts about the numbers of a row. */
export interface NumberHints {
  /** Country (ISO 3166) of numbers without an international prefix: the company's, unless a column says another. */
  country: string
  /** Area code in a column of its own. */
  area?: string
  /** Calling code, or code of the country, in a column of its own. */
  code?: string
}

/** The number in a cell, or the reason why it is none. The only place that reads numbers of files. */
export function readCell(typed: string, hints: NumberHints): ReadCell {
  const text = typed.trim()
  const kind = notANumber(text)
  if (kind) return { refused: kind === 'rounded' ? 'scientific' : 'otherCode' }
  const plain = withArea(plainDigits(text), hints.area ?? '')
  const code = (hints.code ?? '').trim().replace(/^(\+|00)/, '')
  if (/^\d{1,3}$/.test(code)) return readAbroad(plain, code, hints.country)
  const country = countryCodes.includes(code.toUpperCase()) ? code.toUpperCase() : hints.country
  return answerOf(readNumber(plain, country))
}

/** The digits with the calling code of another column, which some files repeat in front of the number. */
function readAbroad(text: string, code: string, country: string): ReadCell {
  const digits = text.replace(/\D/g, '')
  if (/^\s*(\+|00)|@/.test(text) || digits === '') return answerOf(readNumber(text, country))
  const whole = digits.startsWith(code) ? answerOf(readNumber(`+${digits}`, country)) : undefined
  return whole && 'number' in whole ? whole : answerOf(readNumber(`+${code}${digits}`, country))
}

/** A local number with the area code of another column. */
function withArea(text: string, area: string): string {
  const [digits, code] = [text.replace(/\D/g, ''), area.replace(/\D/g, '').replace(/^0/, '')]
  return code !== '' && !text.startsWith('+') && digits.length >= 6 && digits.length <= 9 ? `${code}${digits}` : text
}

const answerOf = (read: ReturnType<typeof readNumber>): ReadCell =>
  'number' in read ? { number: read.number, isMobile: isMobile(read.number) } : read

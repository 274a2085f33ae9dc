import type { ReadNumber } from './faults'
import { isMobile } from './plan'
import { readNumber } from './read-number'

/** Separators of numbers in a cell of an address book, Google's ` ::: ` included. */
const between = /[;,/|\n]+|:::|\s(?:ou|or|e|y|o|and)\s/i
/** A link to a person on WhatsApp. */
const link = /(?:https?:\/\/)?(?:wa\.me|api\.whatsapp\.com|whatsapp:\/)\/\S{1,200}/i
/** Parts of a cell that are read. */
const maxParts = 20

/**
 * Reads a cell of an address book, which may have several numbers: that of a link to WhatsApp, else the first mobile
 * number, else the number at its start; or the reason for which the cell is refused.
 */
export function readCellNumber(text: string, country: string): ReadNumber {
  const whole = readNumber(text, country)
  if ('number' in whole || (whole.refused !== 'several' && whole.refused !== 'tooLong')) return whole
  const linked = readNumber(link.exec(text)?.[0] ?? '', country)
  if ('number' in linked) return linked
  const parts = text.split(between, maxParts).map((part) => readNumber(part, country))
  const mobile = parts.find((part) => 'number' in part && isMobile(part.number))
  return mobile ?? (parts[0] && 'number' in parts[0] ? parts[0] : whole)
}

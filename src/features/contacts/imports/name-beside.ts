import { meaningOfHeading } from './columns/headings'

const number = /[+(]{0,2}\d[\d\s().+-]*\d/
/** Blanks and signs between name and number. */
const ends = /^[\s,;:|()\u2013\u2014.-]+|[\s,;:|(\u2013\u2014-]+$/g

/**
 * The name beside the number of a line such as `Silva, Ana - 11 98888-0051`: the words in front of it and behind it; empty for a
 * link, and for words that say that it is a number, such as `Tel:`.
 */
export function nameBeside(line: string): string {
  const words = line.split(number).map((part) => part.replace(ends, ''))
  const name = words.filter((part) => part !== '' && meaningOfHeading(part) !== 'number').join(', ')
  return /\p{L}{2}/u.test(name) && !/[\d@/]/.test(name) ? name : ''
}

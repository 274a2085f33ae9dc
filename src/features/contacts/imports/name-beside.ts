import { meaningOfHeading } from './columns/headings'
import { withoutPlace } from './read-number'

const number = /[+(]{0,2}\d[\d\s().+-]*\d/
/** Blanks and signs in front of a name, and behind it, one at a time: a pattern for all of them takes quadratic time. */
const before = /[\s,;:|()\u2013\u2014.-]/
const behind = /[\s,;:|(\u2013\u2014-]/

/**
 * The name beside the number of a line such as `Silva, Ana - 11 98888-0051`: the words in front of it and behind it; empty for a
 * link, and for words that say that it is a number, such as `Tel:`.
 */
export function nameBeside(line: string): string {
  const words = withoutPlace(line).split(number).map(withoutSigns)
  const name = words.filter((part) => part !== '' && meaningOfHeading(part) !== 'number').join(', ')
  return /\p{L}{2}/u.test(name) && !/[\d@/]/.test(name) ? name : ''
}

function withoutSigns(part: string): string {
  let [start, end] = [0, part.length]
  while (start < end && before.test(part.charAt(start))) start++
  while (start < end && behind.test(part.charAt(end - 1))) end--
  return part.slice(start, end)
}

import { expect, test } from 'bun:test'
import examples from 'libphonenumber-js/examples.mobile.json'
import { getExampleNumber } from 'libphonenumber-js/max'
import { callingCodeOf } from '../../../src/shared/phone/countries'
import { readNumber } from '../../../src/shared/phone/read-number'
import { spelledCountries } from '../../number-spellings'

/** The text with each digit added at each place; behind `0` in front, another 0 would be an international prefix. */
const withDigitTooMany = (text: string): string[] =>
  Array.from({ length: text.length + 1 }, (_, at) => at)
    .filter((at) => /\d/.test(text.charAt(at)) || /\d/.test(text.charAt(at - 1)))
    .flatMap((at) => Array.from({ length: 10 }, (_, digit) => text.slice(0, at) + digit + text.slice(at)))
    .filter((typed) => !/^\D*00/.test(typed))

/** Spellings of the country's mobile numbers that have separators and no calling code. */
function usualSpellings(country: (typeof spelledCountries)[number]): string[] {
  const example = getExampleNumber(country, examples)
  const [within = '', behindCode = ''] = [
    example?.formatNational(),
    example?.formatInternational().replace(/^\+\d+ /, ''),
  ]
  return [within, within.replaceAll(' ', '-'), within.replaceAll('-', ' '), behindCode].filter((text) =>
    /\d\D+\d/.test(text),
  )
}

test.each([...spelledCountries])(
  'a digit too many in the usual grouping of %s never gives a number of another country',
  (country) => {
    const typed = usualSpellings(country).flatMap(withDigitTooMany)
    const abroad = typed.flatMap((text) => {
      const read = readNumber(text, country)
      return 'number' in read && !read.number.startsWith(callingCodeOf(country)) ? [{ text, ...read }] : []
    })
    expect(abroad).toEqual([])
  },
)

test.each([
  ['415-555-26711', 'US', 'tooLong'],
  ['336-555-12345', 'US', 'tooLong'],
  ['33 1234 56789', 'MX', 'ambiguous'],
  ['91 98888-00511', 'BR', 'several'],
  ['\u202e4567-123-050', 'IL', 'tooLong'],
])('the first digits of %j in %s are no calling code: %s', (text, country, refused) =>
  expect(readNumber(text, country)).toEqual({ refused: refused as never }),
)

test.each([
  ['41555526711', 'US', '41555526711'],
  ['33 612345678', 'US', '33612345678'],
  ['351 912 345 678', 'BR', '351912345678'],
  ['55 11 98888-0051', 'US', '5511988880051'],
])(
  'a calling code that is a piece of its own, or digits without separators, count in %j in %s',
  (text, country, number) => expect(readNumber(text, country)).toEqual({ number }),
)

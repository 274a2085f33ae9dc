import { expect, test } from 'bun:test'
import { centsOf, priceOf } from '../../ui/lib/price'

test.each([
  ['49,90', 4990],
  ['49.9', 4990],
  [' 30 ', 3000],
  ['0,01', 1],
  ['1234567,89', 123456789],
  ['', null],
  [',90', null],
  ['1.234,56', null],
  ['12,345', null],
  ['-1', null],
  ['1e3', null],
])('%p is %p cents', (text, cents) => expect(centsOf(text)).toBe(cents))

test('every price is unchanged after formatting and parsing', () => {
  for (let cents = 0; cents < 20_000; cents++) if (centsOf(priceOf(cents)) !== cents) throw new Error(priceOf(cents))
})

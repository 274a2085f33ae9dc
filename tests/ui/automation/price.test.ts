import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { languages } from '../../../src/shared/enums'
import { language } from '../../../ui/lib/language'
import { centsOf, priceOf } from '../../../ui/lib/price'

afterEach(() => {
  language.value = 'pt'
})

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

test('a field shows the decimal separator of the language', () => {
  const shown = languages.map((chosen) => {
    language.value = chosen
    return [chosen, priceOf(1234)]
  })
  expect(Object.fromEntries(shown)).toEqual({ pt: '12,34', en: '12.34', es: '12,34' })
})

test.each(languages)('%s: every price is unchanged after formatting and parsing', (chosen) => {
  language.value = chosen
  for (let cents = 0; cents < 20_000; cents++) if (centsOf(priceOf(cents)) !== cents) throw new Error(priceOf(cents))
})

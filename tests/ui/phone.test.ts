import { expect, test } from 'bun:test'
import { readNumber } from '../../src/shared/phone/read-number'
import { countryLabel, showTyped } from '../../ui/lib/phone'

test.each([
  ['+55 11 91234-5678', '+55 11 91234-5678'],
  ['11912345678', '+55 11 91234-5678'],
  ['+34 912 345 678', '+34912345678'],
  ['190', '190'],
  ['+51987654321', '+51987654321'],
  ['+551188880051', '+55 11 8888-0051'],
])('showTyped formats %s', (typed, shown) => {
  expect(showTyped(typed, (text) => readNumber(text, 'BR'))).toBe(shown)
})

test('countryLabel names a country in the language, with its code', () => {
  expect(countryLabel('BR', 'pt')).toBe('Brasil (+55)')
  expect(countryLabel('DE', 'en')).toBe('Germany (+49)')
})

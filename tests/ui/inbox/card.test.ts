import { expect, test } from 'bun:test'
import { cardMask, expiryMask, expiryOf, isCardNumber } from '../../../ui/pages/provider/checkout/card-number'

test('a card number is valid if its check digit is correct', () => {
  for (const right of ['4111111111111111', '5555555555554444', '378282246310005'])
    expect(isCardNumber(right)).toBe(true)
  for (const wrong of ['4111111111111112', '', '0', '41111111', 'abcd']) expect(isCardNumber(wrong)).toBe(false)
})

test('a card is valid until the end of its month', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(expiryOf('11/26', now)).toEqual({ month: '11', year: '2026' })
  for (const wrong of ['10/26', '13/30', '00/30', '1/30', '']) expect(expiryOf(wrong, now)).toBeNull()
})

test('card number and expiry are formatted while typing', () => {
  expect([cardMask('41111'), cardMask('4111111111111111'), expiryMask('1'), expiryMask('1226')]).toEqual([
    '4111 1',
    '4111 1111 1111 1111',
    '1',
    '12/26',
  ])
})

import { expect, test } from 'bun:test'
import { formatMoney } from '../../ui/lib/money'

test('cents are formatted as reais with two decimals', () => {
  const shown = [0, 5, 3000, 123_456_789].map((cents) => formatMoney(cents).replace(/\s/g, ' '))
  expect(shown).toEqual(['R$ 0,00', 'R$ 0,05', 'R$ 30,00', 'R$ 1.234.567,89'])
})

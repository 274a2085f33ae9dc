import './browser'
import { afterEach, expect, test } from 'bun:test'
import type { Language } from '../../src/shared/enums'
import { language } from '../../ui/lib/language'
import { formatMoney } from '../../ui/lib/money'

afterEach(() => {
  language.value = 'pt'
})

test.each<[Language, string[]]>([
  ['pt', ['R$ 0,00', 'R$ 0,05', 'R$ 30,00', 'R$ 1.234.567,89']],
  ['en', ['R$0.00', 'R$0.05', 'R$30.00', 'R$1,234,567.89']],
  ['es', ['R$ 0,00', 'R$ 0,05', 'R$ 30,00', 'R$ 1.234.567,89']],
])('%s: cents are formatted as reais with the separators of the language', (chosen, expected) => {
  language.value = chosen
  const shown = [0, 5, 3000, 123_456_789].map((cents) => formatMoney(cents).replace(/\s/g, ' '))
  expect(shown).toEqual(expected)
})

import '../browser'
import { afterEach, expect, test } from 'bun:test'
import type { Language } from '../../../src/shared/enums'
import { language } from '../../../ui/lib/language'
import { costText } from '../../../ui/pages/automation/prompts/cost-text'

afterEach(() => {
  language.value = 'pt'
})

test.each<[Language, string[]]>([
  ['pt', ['US$ 5,00', 'US$ 0,0017']],
  ['en', ['US$ 5.00', 'US$ 0.0017']],
  ['es', ['US$ 5,00', 'US$ 0,0017']],
])('%s: a cost in millionths of a dollar names US$, as the forms do', (chosen, expected) => {
  language.value = chosen
  expect([5_000_000, 1700].map((micros) => costText(micros).replace(/\s/g, ' '))).toEqual(expected)
})

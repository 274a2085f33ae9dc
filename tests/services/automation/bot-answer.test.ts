import { expect, test } from 'bun:test'
import { chosenLine } from '../../../src/shared/bot/answer'

const lines = [
  { option: '1', title: 'Suporte técnico' },
  { option: '2', title: 'Vendas' },
  { option: 'A', title: 'Agência' },
  { option: '10', title: 'Outros (2)' },
]
const optionOf = (answer: string) => chosenLine(answer, lines)?.option

test.each([
  ['1', '1'],
  [' 1 ', '1'],
  ['1.', '1'],
  ['1 -', '1'],
  ['1)', '1'],
  ['1️⃣', '1'],
  ['*[ 1 ]*', '1'],
  ['*[ 2 ]* - Vendas', '2'],
  ['2 - vendas', '2'],
  ['VENDAS', '2'],
  ['suporte tecnico', '1'],
  ['a', 'A'],
  ['agencia', 'A'],
  ['🔟', '10'],
  ['10', '10'],
  ['outros (2)', '10'],
])('the answer %j chooses option %s', (answer, option) => {
  expect(optionOf(answer)).toBe(option)
})

test.each(['', ' ', '3', '12', '1 2', '0', '#', 'quero vendas', '1 - vendas', '-', '️⃣', '.'.repeat(5000)])(
  'the answer %j chooses nothing',
  (answer) => {
    expect(optionOf(answer)).toBeUndefined()
  },
)

import { expect, test } from 'bun:test'
import { optionText, printMenu } from '../../../src/shared/option-menu'

const lines = [
  { option: '1', title: 'Preços' },
  { option: '2', title: 'Falar com alguém' },
]

test.each([
  [
    'the first menu',
    { message: 'Olá! ', lines, depth: 0 },
    'Olá!\n\n*[ 1 ]* - Preços\n*[ 2 ]* - Falar com alguém\n\n*[ # ]* - Menu inicial',
  ],
  [
    'one behind it',
    { message: 'Preços de quê?', lines: lines.slice(0, 1), depth: 2 },
    'Preços de quê?\n\n*[ 1 ]* - Preços\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial',
  ],
  ['no message', { message: ' ', lines: lines.slice(0, 1), depth: 0 }, '*[ 1 ]* - Preços\n\n*[ # ]* - Menu inicial'],
  ['the end, where somebody takes over', { message: 'Um momento.', lines: [], depth: 1 }, 'Um momento.'],
])('the menu %s is printed as the customer receives it', (_, node, text) => {
  expect(printMenu({ ...node, language: 'pt' })).toBe(text)
})

test.each([
  ['en', '*[ 0 ]* - Previous menu\n*[ # ]* - Main menu'],
  ['es', '*[ 0 ]* - Menú anterior\n*[ # ]* - Menú inicial'],
] as const)('the entries that lead back are in the language of the company: %s', (language, ways) => {
  expect(printMenu({ message: '', lines: lines.slice(0, 1), depth: 1, language })).toEndWith(`\n\n${ways}`)
})

test('the keys that lead back are reserved', () => {
  expect(['1', '12', 'A', 'ação', '10'].every((text) => optionText.test(text))).toBe(true)
  expect(['', '0', '#', '01', '1.', 'a b', 'x'.repeat(21)].some((text) => optionText.test(text))).toBe(false)
})

import { expect, test } from 'bun:test'
import { beginningOf, lettersOfDesk, lettersOfPhone } from '../../../ui/pages/inbox/tickets/bubble/beginning'

test('a text of 14 lines is whole; a longer one is cut after 12, between words, lines and never in a surrogate pair', () => {
  const words = 'bolo de cenoura '.repeat(60)
  expect(beginningOf(words, lettersOfDesk)).toBe(words)
  expect(beginningOf(words, lettersOfPhone).length).toBeLessThanOrEqual(12 * lettersOfPhone)
  const beginning = beginningOf('bolo de cenoura '.repeat(300), lettersOfDesk)
  expect('bolo de cenoura '.repeat(300).startsWith(beginning)).toBe(true)
  expect(beginning.length).toBeLessThanOrEqual(12 * lettersOfDesk)
  expect(beginning).toMatch(/ (bolo|de|cenoura)$/)
  const lines = Array.from({ length: 200 }, (_, at) => `linha ${at}`)
  expect(beginningOf(lines.slice(0, 14).join('\n'), lettersOfDesk)).toBe(lines.slice(0, 14).join('\n'))
  expect(beginningOf(lines.join('\n'), lettersOfDesk)).toBe(lines.slice(0, 12).join('\n'))
  const cakes = '🎂'.repeat(2000)
  expect(beginningOf(`a${cakes}`, lettersOfDesk).isWellFormed()).toBe(true)
})

import { expect, test } from 'bun:test'
import { beginningOf } from '../../../ui/pages/inbox/tickets/bubble/beginning'

test('a text of a screen is whole; a longer one is cut between words, lines and never in a surrogate pair', () => {
  const words = 'bolo de cenoura '.repeat(60)
  expect(beginningOf(words)).toBe(words)
  const long = 'bolo de cenoura '.repeat(300)
  const beginning = beginningOf(long)
  expect(long.startsWith(beginning)).toBe(true)
  expect(beginning.length).toBeLessThanOrEqual(900)
  expect(beginning).toMatch(/ (bolo|de|cenoura)$/)
  const lines = Array.from({ length: 200 }, (_, at) => `linha ${at}`)
  expect(beginningOf(lines.join('\n'))).toBe(lines.slice(0, 16).join('\n'))
  const cakes = '🎂'.repeat(2000)
  expect(beginningOf(`a${cakes}`).isWellFormed()).toBe(true)
})

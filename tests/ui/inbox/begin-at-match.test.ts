import { expect, test } from 'bun:test'
import { beginAtMatch } from '../../../ui/pages/inbox/tickets/list/begin-at-match'

test('a snippet with a match near its start is kept', () => {
  const snippet = { text: 'o boleto venceu', ranges: [[2, 8]] as [number, number][] }
  expect(beginAtMatch(snippet)).toEqual(snippet)
})

test('a snippet begins at a word shortly before its first match, and ranges follow', () => {
  const text = '…mande hoje a segunda via do boleto, o boleto de ontem'
  const ranges = [...text.matchAll(/boleto/g)].map(({ index }): [number, number] => [index, index + 6])
  const cut = beginAtMatch({ text, ranges })
  expect(cut.text).toBe('…via do boleto, o boleto de ontem')
  expect(cut.ranges.map(([from, to]) => cut.text.slice(from, to))).toEqual(['boleto', 'boleto'])
})

test('a snippet without spaces begins at its first match', () => {
  expect(beginAtMatch({ text: `${'x'.repeat(40)}nota`, ranges: [[40, 44]] })).toEqual({
    text: '…nota',
    ranges: [[1, 5]],
  })
})

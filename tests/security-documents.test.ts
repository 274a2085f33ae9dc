import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'

/** docs/asvs.csv names tests that exist. */

/** Requirements of levels 1 and 2 in OWASP ASVS 5.0.0, by chapter. */
const chapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

const lines = (await Bun.file('docs/asvs.csv').text()).trimEnd().split('\n')
const [head, ...rows] = lines.map(cells)

/** Cells of a line of CSV; a quoted cell may contain commas. */
function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )
}

test('asvs.csv has one row for each requirement of levels 1 and 2', () => {
  expect(head).toEqual(['id', 'applies', 'how', 'test', 'reason'])
  const ids = rows.map(([id = '']) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const counts = chapters.map((_, at) => ids.filter((id) => id.startsWith(`V${at + 1}.`)).length)
  expect(counts).toEqual(chapters)
})

test('each row of asvs.csv has tests that exist, or a reason', () => {
  const wrong = rows.filter(([, applies, how = '', tests = '', reason = '', ...more]) => {
    const missing = tests.split(' ').some((path) => path !== '' && !(path.startsWith('tests/') && existsSync(path)))
    const isReasoned = /^(decided|open|read|documented|operator): ./.test(reason)
    const isComplete =
      applies === 'yes' ? (tests !== '' && how !== '') || isReasoned : applies === 'no' && reason !== ''
    return missing || !isComplete || more.length > 0
  })
  expect(wrong).toEqual([])
})

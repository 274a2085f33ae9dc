import { afterAll, expect, test } from 'bun:test'
import { parseContactFile } from '../../../src/features/contacts/imports/contact-file-parser'
import { sampleContactFile } from '../../../src/features/contacts/imports/file-sample-parser'
import { addressBooks } from '../../contact-files/address-books'
import { cards } from '../../contact-files/cards'
import { exports } from '../../contact-files/exports'
import { pages } from '../../contact-files/pages'
import { texts } from '../../contact-files/texts'
import { workbooks } from '../../contact-files/workbooks'

/** Address books, spreadsheets and exports as programs write them: proposed columns, and people as they are stored. */
const files = [...addressBooks, ...cards, ...exports, ...pages, ...texts, ...workbooks]
let right = 0

test('there are at least 60 files', () => expect(files.length).toBeGreaterThanOrEqual(60))

test.each(files.map((file) => [file.name, file] as const))('%s', async (_, { bytes, people, fields = [] }) => {
  const file = (await bytes).slice()
  const { preview } = await sampleContactFile({ bytes: file, language: 'pt', country: 'BR' })
  const { lines, fieldNames } = await parseContactFile({
    bytes: file,
    language: 'pt',
    country: 'BR',
    layout: preview.layout,
  })
  const rows = new TextDecoder()
    .decode(lines)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const stored = rows.map((row) => (row.length === 4 ? '-' : `${row[1]}|${row[2]}|${row[3]}`))
  expect(stored.slice(0, people.length)).toEqual(people)
  const kept = rows.flatMap((row) =>
    row.length === 4 ? [] : row[4].map(([at, value]: [number, string]) => `${fieldNames[at]}: ${value}`),
  )
  for (const field of fields) expect(kept).toContain(field)
  right++
})

afterAll(() => {
  process.stdout.write(`columns and people right in ${right} of ${files.length} files\n`)
})

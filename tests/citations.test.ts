import { expect, test } from 'bun:test'
import { commentsOf, faultsOf, testNamesOf } from './citations'

/** Comments and documents cite only what a reader of the repository can open (CONTRIBUTING.md, "Where to change what"). */
const sources = ['{src,ui,emulator,tests,migrations,scripts,bench}/**/*.{ts,tsx,css}', '*.ts']
const documents = ['*.md', 'docs/**/*.{md,csv}', 'bench/**/*.md']
const filesOf = (patterns: string[]) => patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync()]).sort()

test('comments and test names cite only decisions, documents with their headings, and public standards', async () => {
  const found: string[] = []
  for (const file of filesOf(sources))
    for (const { text, line } of citingTexts(file, await Bun.file(file).text()))
      found.push(...faultsOf(text, file).map((fault) => `${file}:${line}: ${fault}`))
  expect(found).toEqual([])
})

/** Comments and test names. The texts of this file are examples of faults. */
const citingTexts = (file: string, source: string) =>
  file === 'tests/citations.test.ts' ? commentsOf(source) : [...commentsOf(source), ...testNamesOf(source)]

test('documents cite only decisions, documents with their headings, and public standards', async () => {
  const found: string[] = []
  for (const file of filesOf(documents)) {
    const lines = (await Bun.file(file).text()).split('\n')
    for (const [at, line] of lines.entries())
      found.push(...faultsOf(line, file).map((fault) => `${file}:${at + 1}: ${fault}`))
  }
  expect(found).toEqual([])
})

test.each([
  ['Days of the trial (specification §9).', 2],
  ['Ask once (part 2 §4).', 2],
  ['The status is -1 as specified.', 1],
  ['Choices of the page (server-behaviour §2).', 2],
  ['Written once (decisions.md, Wire).', 2],
  ['Pause of a burst (build list D2.4).', 2],
  ['Limits of a robot (open decision 9).', 1],
  ['Repeats the attack of finding A9.', 1],
  ['Stops the second sender (B1).', 1],
  ['Kept as decided (ADR 9999).', 1],
  ['Described in docs/nowhere.md.', 1],
  ['Who reads what (docs/behaviour.md, "No such heading").', 1],
  ['Paragraph of docs/architecture.md §99.', 1],
  ['A tag has a colour. The HTML page shows it. See §4.', 1],
])('%j has %d faults', (text, count) => {
  expect(faultsOf(text, 'src/example.ts')).toHaveLength(count)
})

test.each([
  'Addresses in brackets (RFC 5322 §3.4, §4.4).',
  'Site that a passkey belongs to (WebAuthn level 3, §5.1).',
  'A form of the OpenAPI specification.',
  'Kept as decided (ADR 9, ADR 22, docs/adr/0033).',
  'Who sees it (docs/behaviour.md, "Who sees a ticket").',
  'Paragraph of docs/architecture.md §4, and [its decisions](docs/adr/0042-long-overdue-timers-are-silent.md).',
  'Ends at 5.2 s. Column B7 of a sheet, measure P1.',
  'Fails without it (https://sqlite.org/lang.html#notes.md).',
  'The provider specified in the form.',
])('%j has no fault', (text) => {
  expect(faultsOf(text, 'src/example.ts')).toEqual([])
})

test('comments are found with their line, and texts of the code are not', () => {
  const source =
    "const url = 'https://example.com/§1'\n// first\n// second\nsend() // third\n/**\n * Sends\n * it.\n */\n"
  expect(commentsOf(source)).toEqual([
    { text: 'first second', line: 2 },
    { text: 'third', line: 4 },
    { text: 'Sends it.', line: 5 },
  ])
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { type ArchiveContent, type FileRow, mapRows, rowsOf, setRows } from '../company-archives'
import { daySeed as seed, sizeOf } from '../size'
import { zipOf } from '../zip'
import { type ArchiveImports, openArchiveImports } from './archive-imports'
import { mutate } from './containers'
import { createRandom } from './odd-values'

/** Hostile company archives: each is refused with one error, stores nothing, and another company is answered. */

const count = sizeOf({ everyday: 40, full: 150 })
const mebibyte = 2 ** 20

let imports: ArchiveImports
beforeAll(async () => {
  imports = await openArchiveImports()
})
afterAll(() => imports.close())

const numbers = (n: number) => Array.from({ length: n }, (_, at) => at)
const rowOf = (table: string) => rowsOf(imports.valid.texts, table)[0] as FileRow
const setText =
  (name: string, text: string) =>
  ({ texts }: ArchiveContent) =>
    Object.assign(texts, { [name]: text })
const each = (table: string, change: FileRow) => (file: ArchiveContent) =>
  mapRows(file.texts, table, (row) => ({ ...row, ...change }))

/** A menu in which the parent of each option follows it, and the last one has none. */
const chainOf = (length: number, first: number | null) =>
  numbers(length).map((n) => ({
    ...{ ...rowOf('queue_options'), id: n + 1, option: '1' },
    parentId: n === length - 1 ? first : n + 2,
  }))

const attacks: [what: string, reason: RegExp, change: (file: ArchiveContent) => void][] = [
  [
    'a manifest with deep lists',
    /manifest cannot be read/,
    ({ manifest }) => Object.assign(manifest, { missing: nested(5000) }),
  ],
  [
    'a company of deep lists',
    /manifest cannot be read/,
    ({ manifest }) => Object.assign(manifest, { company: nested(5000) }),
  ],
  [
    'a manifest of 100 MB',
    /no row in media/,
    ({ manifest, texts }) => {
      manifest.missing = numbers(1_000_000).map((n) => String(n).padStart(90, '0'))
      texts[`media/${'0'.repeat(32)}`] = ''
    },
  ],
  ['a line of 17 MB', /line that is too long/, each('messages', { body: 'x'.repeat(17 * mebibyte) })],
  ['a text of 15 MB', /body: it is invalid/, each('messages', { body: 'x'.repeat(15 * mebibyte) })],
  ['a line of 8 million brackets', /not a JSON object/, setText('data/messages.jsonl', `${'['.repeat(8e6)}\n`)],
  [
    'a column of 4 million brackets',
    /detail: it is not valid JSON/,
    each('messages', { detail: `${'['.repeat(4e6)}${']'.repeat(4e6)}` }),
  ],
  ['100 MB of empty lines', /not a JSON object/, setText('data/messages.jsonl', '\n'.repeat(100 * mebibyte))],
  ['an unknown table', /unknown member data\/tokens/, setText('data/tokens.jsonl', '{"id":1}\n')],
  ['a table of SQL', /unexpected member/, setText('data/users";drop table users;--.jsonl', '')],
  ['a path of the parent directory', /unexpected member/, setText('media/../../balcao.db', 'x')],
  ['an absolute path', /unexpected member/, setText('/etc/cron.d/x', 'x')],
  ['a path with backslashes', /unexpected member/, setText('media\\..\\x', 'x')],
  ['a file without its row', /no row in media/, setText(`media/${'f'.repeat(32)}`, 'x')],
  ['the path of a file in its row', /unknown column "path"/, each('media', { path: '../../balcao.db' })],
  ['a file id that is a path', /not a file id/, each('media', { id: '../../../../balcao.db' })],
  ['the id of another company', /unknown column "companyId"/, each('contacts', { companyId: 1 })],
  ['a ticket of a contact elsewhere', /contactId: it refers/, each('tickets', { contactId: 999_999 })],
  ['a negative id', /not a row id/, each('tickets', { contactId: -1 })],
  ['a menu that is its own parent', /parent row is missing/, ({ texts }) => setOptions(texts, chainOf(3, 1))],
  ['a menu of a parent elsewhere', /parent row is missing/, ({ texts }) => setOptions(texts, chainOf(3, 99))],
]

const setOptions = (texts: ArchiveContent['texts'], rows: object[]) => setRows(texts, 'queue_options', rows)
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

test.each(attacks)(
  '%s is refused, stores nothing, takes bounded memory, and another company is answered',
  async (_, reason, change) => {
    const bytes = await imports.writeArchive(change)
    const before = imports.contentOfInstallation()
    const { result, longest, peak } = await imports.besideNeighbour(imports.importArchive(bytes))
    expect(result).toMatchObject({ status: 422, body: { error: 'ERR_IMPORT_FILE' } })
    expect(String(result.body.reason)).toMatch(reason)
    expect(imports.contentOfInstallation()).toEqual(before)
    expect(peak).toBeLessThan(1200 * mebibyte)
    expect(longest).toBeLessThan(1000)
  },
)

test.each<[string, () => Uint8Array<ArrayBuffer>]>([
  ['a zip file of 100 MB of zeros', () => zipOf([{ name: 'manifest.json', content: new Uint8Array(100 * mebibyte) }])],
  ['a gzip file of 100 MB of zeros', () => new Uint8Array(gzipSync(new Uint8Array(100 * mebibyte)))],
  ['100 MB of zeros', () => new Uint8Array(100 * mebibyte)],
  ['nothing', () => new Uint8Array()],
])('%s is refused as no archive', async (_, bytes) => {
  const before = imports.contentOfInstallation()
  const { result, peak } = await imports.besideNeighbour(imports.importArchive(bytes()))
  expect(result).toMatchObject({ status: 422, body: { error: 'ERR_IMPORT_FILE', fault: 'archive' } })
  expect(imports.contentOfInstallation()).toEqual(before)
  expect(peak).toBeLessThan(200 * mebibyte)
})

test('a menu of 20,000 options, and one of 5,000 below each other from the last, do not delay another company', async () => {
  const flat = numbers(20_000).map((n) => ({ ...rowOf('queue_options'), id: n + 1, option: `${n}`, parentId: null }))
  for (const rows of [flat, chainOf(5000, null)]) {
    const bytes = await imports.writeArchive(({ texts }) => setOptions(texts, rows))
    const { result, longest } = await imports.besideNeighbour(imports.importArchive(bytes))
    expect(result.status).toBe(200)
    expect(longest).toBeLessThan(1000)
  }
})

test(`${count} damaged archives are refused without a trace, or imported (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const archive = await imports.writeArchive(() => {})
  let before = imports.contentOfInstallation()
  for (let n = 0; n < count; n++) {
    const damaged = mutate(archive, random)
    const { status, body } = await imports.importArchive(damaged)
    if (status === 200) before = imports.contentOfInstallation()
    else if (body.error === 'ERR_EMAIL_TAKEN') continue
    else {
      expect([n, status, body.error]).toEqual([n, 422, 'ERR_IMPORT_FILE'])
      expect(imports.contentOfInstallation()).toEqual(before)
    }
  }
  expect(imports.serving.log().filter(({ level }) => level >= 50)).toEqual([])
})

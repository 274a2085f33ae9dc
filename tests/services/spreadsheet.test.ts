import { expect, test } from 'bun:test'
import { writeXlsx } from 'hucre/xlsx'
import { readSpreadsheet } from '../../src/features/contacts/spreadsheet'
import { limits } from '../../src/shared/limits'
import { createInstallation } from '../installation'
import { contactRows, sheetXml, workbook, zip64Bomb } from '../workbook'
import { zipOf } from '../zip'

const { scopeOf } = await createInstallation()
const read = (bytes: Uint8Array | string) =>
  readSpreadsheet(scopeOf('ana'), new Blob([bytes as Uint8Array<ArrayBuffer>]).stream())
const sheet = (rows: (string | number | null)[][]) => writeXlsx({ sheets: [{ name: 'Plan1', rows }] })

test('a sheet with any order of columns, accents, long numbers and empty lines is read', async () => {
  const bytes = await sheet([
    [null, null, null],
    ['E-mail', 'Número', 'Observação', 'NOME'],
    ['ana@x.test', 5511988887777, 'sócia', ' Ana Conceição '],
    [null, null, null, null],
    [null, '+55 (21) 98765-4321', null, 'Bia'],
  ])
  expect(await read(bytes)).toEqual({
    rows: [
      { row: 3, name: 'Ana Conceição', number: '5511988887777', email: 'ana@x.test' },
      { row: 5, name: 'Bia', number: '+55 (21) 98765-4321', email: '' },
    ],
    ignored: ['Observação'],
  })
})

test('5,000 rows are read', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => [`Pessoa ${n}`, 5511900000000 + n])
  expect((await read(await sheet([['nome', 'numero'], ...rows]))).rows).toHaveLength(5000)
})

const nobody = Array.from({ length: 5001 }, (_, n) => [`Pessoa ${n}`, 5511900000000 + n])
/** Compound file of Excel 95 to 2003 with these names in its directory. */
const oldOffice = (...names: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1024),
    ...names.map((name) => Buffer.from(name, 'utf16le')),
  ])

const megabyte = 2 ** 20
const large = () => sheetXml(contactRows, 300 * megabyte)
/** Workbook with additional zip members of `bytes` bytes each. */
const crowd = (bytes = megabyte, members = limits.spreadsheetUnpacked / megabyte + 1) =>
  zipOf([
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    ...Array.from({ length: members }, (_, n) => ({ name: `xl/${n}.xml`, content: new Uint8Array(bytes) })),
  ])

const bad: [what: string, bytes: () => Promise<Uint8Array> | Uint8Array, code: string][] = [
  ['nothing', () => new Uint8Array(), 'ERR_SPREADSHEET_EMPTY'],
  ['a sheet without anything', () => sheet([]), 'ERR_SPREADSHEET_EMPTY'],
  ['a heading alone', () => sheet([['nome', 'numero']]), 'ERR_SPREADSHEET_EMPTY'],
  [
    'the wrong columns',
    () =>
      sheet([
        ['produto', 'preço'],
        ['pão', 1],
      ]),
    'ERR_SPREADSHEET_COLUMNS',
  ],
  ['no heading', () => sheet([['Ana', 5511988887777]]), 'ERR_SPREADSHEET_COLUMNS'],
  ['5,001 rows', () => sheet([['nome', 'numero'], ...nobody]), 'ERR_SPREADSHEET_ROWS'],
  ['Excel 95, renamed', () => oldOffice('Book'), 'ERR_SPREADSHEET_TYPE'],
  ['a password', () => oldOffice('EncryptionInfo', 'EncryptedPackage'), 'ERR_SPREADSHEET_LOCKED'],
  ['a CSV, renamed', () => new TextEncoder().encode('nome;numero\nAna;1'), 'ERR_SPREADSHEET_TYPE'],
  ['another zip', () => zipOf([{ name: 'a.txt', content: 'a' }]), 'ERR_SPREADSHEET_TYPE'],
  [
    'half a file',
    async () =>
      (
        await sheet([
          ['nome', 'numero'],
          ['Ana', 1],
        ])
      ).slice(0, 900),
    'ERR_SPREADSHEET_BROKEN',
  ],
  ['what is no XML', () => zipOf([{ name: 'xl/workbook.xml', content: '<no' }]), 'ERR_SPREADSHEET_BROKEN'],
  ['300 MB unpacked', () => workbook(large()), 'ERR_SPREADSHEET_TOO_LARGE'],
  ['300 MB that claim to be 100 bytes', () => workbook(large(), { size: 100 }), 'ERR_SPREADSHEET_BROKEN'],
  ['many members that are too large together', () => crowd(), 'ERR_SPREADSHEET_TOO_LARGE'],
  ['more members than any workbook has', () => crowd(0, 2001), 'ERR_SPREADSHEET_TOO_LARGE'],
  ['ZIP64 by the number of entries', () => zip64Bomb(300 * megabyte, 'count'), 'ERR_SPREADSHEET_BROKEN'],
  ['ZIP64 by the size of the directory', () => zip64Bomb(300 * megabyte, 'size'), 'ERR_SPREADSHEET_BROKEN'],
  ['ZIP64 by the place of the directory', () => zip64Bomb(300 * megabyte, 'offset'), 'ERR_SPREADSHEET_BROKEN'],
  ['a ZIP64 size of an entry', () => workbook(undefined, { size: 0xffffffff }), 'ERR_SPREADSHEET_BROKEN'],
  ['a local size of its own', () => workbook(undefined, { local: { size: 7 } }), 'ERR_SPREADSHEET_BROKEN'],
  ['a local packed size of its own', () => workbook(undefined, { local: { packed: 7 } }), 'ERR_SPREADSHEET_BROKEN'],
  ['a local name of its own', () => workbook(undefined, { local: { name: 'x' } }), 'ERR_SPREADSHEET_BROKEN'],
  ['an unknown method', () => workbook(undefined, { method: 12 }), 'ERR_SPREADSHEET_BROKEN'],
  ['an encrypted member', () => workbook(undefined, { flags: 1 }), 'ERR_SPREADSHEET_BROKEN'],
  ['a directory that ends early', () => workbook(undefined, {}, { count: 9 }), 'ERR_SPREADSHEET_BROKEN'],
  ['more than 5 MB', () => new Uint8Array(5 * 1024 * 1024 + 1), 'ERR_TOO_LARGE'],
]
test.each(bad)('%s is refused with one error', async (_, bytes, code) => {
  await expect(read(await bytes())).rejects.toMatchObject({ code })
})

test('a zip with data descriptors, stored members and a comment is read', async () => {
  const streamed = workbook(undefined, { flags: 8 })
  const stored = workbook(undefined, { method: 0 }, { comment: 'saved by hand' })
  for (const bytes of [workbook(), streamed, stored])
    expect(await read(bytes)).toEqual({
      rows: [{ row: 2, name: 'Ana', number: '5511988887777', email: '' }],
      ignored: [],
    })
})

test('entities of a sheet are neither read from files nor expanded', async () => {
  const secret = 'root:x:0:0'
  const [first, ...more] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
  const doubled = more.map((name, at) => `<!ENTITY ${name} "&${[first, ...more][at]};&${[first, ...more][at]};">`)
  const types = [
    `<!DOCTYPE x [<!ENTITY name SYSTEM "file:///etc/passwd">]>`,
    `<!DOCTYPE x [<!ENTITY a "${'A'.repeat(5000)}">${doubled.join('')}<!ENTITY name "&l;&l;">]>`,
  ]
  for (const type of types) {
    const rows = Buffer.from(
      sheetXml([
        ['nome', 'numero'],
        ['Ana &name;', '5511988887777'],
      ]),
    )
    const bytes = workbook(Buffer.concat([Buffer.from(type), rows]))
    const outcome = JSON.stringify(await read(bytes).catch(({ code }) => ({ code })))
    expect([outcome.includes(secret), outcome.includes('AAAA')]).toEqual([false, false])
    expect(outcome).toMatch(/"name":"Ana[^"]{0,10}"|ERR_SPREADSHEET_BROKEN/)
  }
})

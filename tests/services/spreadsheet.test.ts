import { expect, test } from 'bun:test'
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { readSpreadsheet } from '../../src/features/contacts/spreadsheet'

const read = (bytes: Uint8Array | string) => readSpreadsheet(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream())
const sheet = (rows: (string | number | null)[][]) => writeXlsx({ sheets: [{ name: 'Plan1', rows }] })

test('rows of any order of columns, with accents, long numbers and empty lines', async () => {
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
  })
})

test('5,000 rows are read', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => [`Pessoa ${n}`, 5511900000000 + n])
  expect((await read(await sheet([['nome', 'numero'], ...rows]))).rows).toHaveLength(5000)
})

const nobody = Array.from({ length: 5001 }, (_, n) => [`Pessoa ${n}`, 5511900000000 + n])
/** The container of Excel 95 to 2003, with the names its directory lists. */
const oldOffice = (...names: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1024),
    ...names.map((name) => Buffer.from(name, 'utf16le')),
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
  ['another zip', () => zip([['a.txt', new Uint8Array([1])]]), 'ERR_SPREADSHEET_TYPE'],
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
  ['what is no XML', () => zip([['xl/workbook.xml', new TextEncoder().encode('<no')]]), 'ERR_SPREADSHEET_BROKEN'],
  ['a bomb', () => bomb(), 'ERR_SPREADSHEET_TOO_LARGE'],
  ['a bomb that says it is small', () => bomb(100), 'ERR_SPREADSHEET_TOO_LARGE'],
  ['more than 5 MB', () => new Uint8Array(5 * 1024 * 1024 + 1), 'ERR_TOO_LARGE'],
]
test.each(bad)('%s: one clear refusal', async (_, bytes, code) => {
  await expect(read(await bytes())).rejects.toMatchObject({ code })
})

/** 200 MB of the same letter in a few hundred kilobytes; `claimed` is what the directory says instead. */
const bomb = (claimed?: number) =>
  zip([
    ['xl/workbook.xml', new TextEncoder().encode('<workbook/>')],
    ['xl/worksheets/sheet1.xml', new Uint8Array(200 * 1024 * 1024).fill(65), claimed],
  ])

function zip(files: [name: string, content: Uint8Array, claimed?: number][]): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const [name, content, claimed = content.length] of files) {
    const packed = deflateRawSync(content, { level: 1 })
    const sizes = (of: DataView, from: number) => {
      of.setUint16(from, 8, true)
      of.setUint32(from + 10, packed.length, true)
      of.setUint32(from + 14, claimed, true)
      of.setUint16(from + 18, name.length, true)
    }
    const local = new DataView(new ArrayBuffer(30))
    local.setUint32(0, 0x04034b50, true)
    sizes(local, 8)
    const entry = new DataView(new ArrayBuffer(46))
    entry.setUint32(0, 0x02014b50, true)
    sizes(entry, 10)
    entry.setUint32(42, at, true)
    const written = new TextEncoder().encode(name)
    parts.push(new Uint8Array(local.buffer), written, packed)
    directory.push(new Uint8Array(entry.buffer), written)
    at += 30 + written.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(10, files.length, true)
  end.setUint32(12, size, true)
  end.setUint32(16, at, true)
  return Buffer.concat([...parts, ...directory, new Uint8Array(end.buffer)])
}

/** Old workbooks (.xls, BIFF8 in an OLE container), written byte by byte for tests. */

const record = (id: number, data: Uint8Array) => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

/** Start of the workbook (kind 5) or of a sheet (kind 16). */
const bof = (kind: number) => {
  const data = Buffer.alloc(16)
  data.writeUInt16LE(0x0600, 0)
  data.writeUInt16LE(kind, 2)
  return record(0x0809, data)
}
const eof = record(0x000a, Buffer.alloc(0))

function cell(row: number, column: number, value: string | number): Buffer {
  const place = Buffer.alloc(6)
  place.writeUInt16LE(row, 0)
  place.writeUInt16LE(column, 2)
  if (typeof value === 'number') {
    const number = Buffer.alloc(8)
    number.writeDoubleLE(value)
    return record(0x0203, Buffer.concat([place, number]))
  }
  const length = Buffer.alloc(3)
  length.writeUInt16LE(value.length, 0)
  length.writeUInt8(1, 2) // two bytes per character
  return record(0x0204, Buffer.concat([place, length, Buffer.from(value, 'utf16le')]))
}

/** Days counted from 1904, as on old Macintoshes, and a format of days for all numbers. */
const macintoshDays = Buffer.concat([
  record(0x0022, Buffer.from([1, 0])),
  record(0x00e0, Buffer.concat([Buffer.from([0, 0, 14, 0]), Buffer.alloc(16)])),
])

function workbookStream(rows: (string | number)[][], facts: Buffer): Buffer {
  const name = Buffer.from('P')
  const sheetFacts = Buffer.alloc(8)
  sheetFacts.writeUInt8(name.length, 6)
  const boundSheet = (position: number) => {
    sheetFacts.writeUInt32LE(position, 0)
    return record(0x0085, Buffer.concat([sheetFacts, name]))
  }
  const start = bof(5).length + facts.length + boundSheet(0).length + eof.length
  const cells = rows.flatMap((row, y) => row.map((value, x) => cell(y, x, value)))
  return Buffer.concat([bof(5), facts, boundSheet(start), eof, bof(16), ...cells, eof])
}

const sector = 512
const [free, end, fatSector] = [0xffffffff, 0xfffffffe, 0xfffffffd]

/**
 * File with these rows in its only sheet; `streams` are names of further, empty streams. With `isOf1904` its numbers are
 * days since 1904.
 */
export function oldWorkbook(
  rows: (string | number)[][],
  streams: string[] = [],
  isOf1904 = false,
): Uint8Array<ArrayBuffer> {
  const stream = workbookStream(rows, isOf1904 ? macintoshDays : Buffer.alloc(0))
  const sectors = Math.max(8, Math.ceil(stream.length / sector)) // shorter streams have a place of their own
  const content = Buffer.alloc(sectors * sector)
  stream.copy(content)
  const directorySectors = Math.ceil((2 + streams.length) / 4)
  const fatSectors = Math.ceil((sectors + directorySectors + 2) / 128)
  const chain = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => (at === count - 1 ? end : from + at + 1))
  const table = [...Array<number>(fatSectors).fill(fatSector), ...chain(fatSectors, directorySectors)]
  table.push(...chain(table.length, sectors))
  const fat = Buffer.alloc(fatSectors * sector, 0xff)
  for (const [at, next] of table.entries()) fat.writeUInt32LE(next, at * 4)
  const names = ['Root Entry', 'Workbook', ...streams]
  const directory = Buffer.alloc(directorySectors * sector)
  for (const [at, name] of names.entries())
    directoryEntry(name, at, names.length, {
      start: at === 1 ? fatSectors + directorySectors : end,
      size: at === 1 ? content.length : 0,
    }).copy(directory, at * 128)
  return new Uint8Array(Buffer.concat([header(fatSectors), fat, directory, content]))
}

function header(fatSectors: number): Buffer {
  const head = Buffer.alloc(sector, 0xff)
  head.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  head.writeUInt16LE(0x3e, 24)
  head.writeUInt16LE(3, 26)
  head.writeUInt16LE(0xfffe, 28)
  head.writeUInt16LE(9, 30)
  head.writeUInt16LE(6, 32)
  head.writeUInt32LE(fatSectors, 44)
  head.writeUInt32LE(fatSectors, 48) // first sector of the directory
  head.writeUInt32LE(4096, 56)
  head.writeUInt32LE(end, 60)
  head.writeUInt32LE(end, 68)
  for (let at = 0; at < fatSectors; at++) head.writeUInt32LE(at, 76 + at * 4)
  return head
}

function directoryEntry(name: string, at: number, count: number, { start, size }: { start: number; size: number }) {
  const entry = Buffer.alloc(128)
  entry.write(name, 0, 'utf16le')
  entry.writeUInt16LE((name.length + 1) * 2, 64)
  entry.writeUInt8(at === 0 ? 5 : 2, 66)
  entry.writeUInt8(1, 67)
  entry.writeUInt32LE(free, 68)
  entry.writeUInt32LE(at > 0 && at + 1 < count ? at + 1 : free, 72)
  entry.writeUInt32LE(at === 0 ? 1 : free, 76)
  entry.writeUInt32LE(start, 116)
  entry.writeUInt32LE(size, 120)
  return entry
}

import { inflateRawSync } from 'node:zlib'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'

/**
 * Refuses what is no .xlsx, and what unpacks to more than it may, before anything reads it: a few bytes can promise
 * gigabytes, and what a zip says of itself can be a lie.
 * @throws ERR_SPREADSHEET_EMPTY, _LOCKED, _TYPE, _BROKEN, _TOO_LARGE
 */
export function refuseUnreadable(bytes: Uint8Array) {
  if (bytes.length === 0) throw new AppError('ERR_SPREADSHEET_EMPTY')
  if (startsWith(bytes, oldOffice))
    throw new AppError(includesText(bytes, 'EncryptedPackage') ? 'ERR_SPREADSHEET_LOCKED' : 'ERR_SPREADSHEET_TYPE')
  if (!startsWith(bytes, zip)) throw new AppError('ERR_SPREADSHEET_TYPE')
  const entries = entriesOf(bytes)
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) throw new AppError('ERR_SPREADSHEET_TYPE')
  unpackAll(bytes, entries)
}

const zip = [0x50, 0x4b, 0x03, 0x04]
/** The container of Excel 95 to 2003, and of workbooks with a password. */
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0]
const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/** Names in that container are written with two bytes per letter. */
const includesText = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.buffer).includes(Buffer.from(text, 'utf16le'))

interface Entry {
  name: string
  method: number
  packed: number
  at: number
}

const tail = 22
const endOfDirectory = 0x06054b50
const inDirectory = 0x02014b50

/** What the directory at a zip's end lists. */
function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - tail
  while (end >= 0 && view.getUint32(end, true) !== endOfDirectory) end--
  if (end < 0) throw new AppError('ERR_SPREADSHEET_BROKEN')
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== inDirectory) throw new AppError('ERR_SPREADSHEET_BROKEN')
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    })
    at += 46 + name + extra + comment
  }
  return entries
}

/** Counts by unpacking: nothing else is true. */
function unpackAll(bytes: Uint8Array, entries: Entry[]) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left: number = limits.spreadsheetUnpacked
  for (const { method, packed, at } of entries) {
    if (at + 30 > bytes.length || (method !== 0 && method !== 8)) throw new AppError('ERR_SPREADSHEET_BROKEN')
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    const content = bytes.subarray(start, start + packed)
    left -= method === 0 ? content.length : unpacked(content, left)
    if (left < 0) throw new AppError('ERR_SPREADSHEET_TOO_LARGE')
  }
}

function unpacked(content: Uint8Array, most: number): number {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(most, 1) }).length
  } catch (error) {
    const tooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new AppError(tooLarge ? 'ERR_SPREADSHEET_TOO_LARGE' : 'ERR_SPREADSHEET_BROKEN')
  }
}

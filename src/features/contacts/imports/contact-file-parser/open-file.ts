import { openZip } from '../../../../core/parsers/zip'
import type { Language } from '../../../../shared/enums'
import { AppError } from '../../../../shared/errors'
import { openCsv } from './csv-rows'
import { isMarkup, openMarkup } from './html-rows'
import { isOds, openOds } from './ods-rows'
import type { OpenedFile } from './table'
import { unicodeOf } from './text-encoding'
import { isVCards, openVCards } from './vcard-rows'
import { openXls } from './xls-rows'
import { openXlsx, refusingBadZip } from './xlsx-rows'

const zip = [0x50, 0x4b, 0x03, 0x04]
/** Container of Excel 95 to 2003, and of workbooks with a password. */
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0]
/** Members of one archive; Excel writes about 30. */
const maxMembers = 2000

/** Starts of texts that are no table: PDF, RTF, and XML of other kinds than tables. */
const otherText = /^\uFEFF?\s*(%PDF-|\{\\rtf|<)/

/**
 * Opens an .xlsx, .xls, .ods, .csv or .vcf file, or a page with a table, which old systems name `.xls`; the bytes decide
 * the type, not the name.
 * @throws ERR_SPREADSHEET_EMPTY, _LOCKED, _MACROS, _BROKEN, ERR_LIST_FILE_TYPE, _TOO_LARGE
 */
export async function openFile(bytes: Uint8Array<ArrayBuffer>, language: Language): Promise<OpenedFile> {
  if (bytes.length === 0) throw new AppError('ERR_SPREADSHEET_EMPTY')
  if (startsWith(bytes, zip)) return openArchive(bytes)
  if (startsWith(bytes, oldOffice)) return openXls(bytes)
  const start = startOf(bytes)
  if (start !== null && isMarkup(start)) return openMarkup(bytes)
  if (start === null || otherText.test(start)) throw new AppError('ERR_LIST_FILE_TYPE')
  return isVCards(bytes) ? openVCards(bytes, language) : openCsv(bytes)
}

const openArchive = (bytes: Uint8Array<ArrayBuffer>) =>
  refusingBadZip(async () => {
    const members = openZip(bytes, maxMembers)
    return isOds(members) ? await openOds(members) : await openXlsx(members)
  })

const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/** Start of a text; null for other files: their start has control characters, which every binary format has. */
function startOf(bytes: Uint8Array): string | null {
  const unicode = unicodeOf(bytes)
  const start = bytes.subarray(0, 4096)
  if (unicode) return new TextDecoder(unicode).decode(start)
  return start.some((byte) => byte < 9 || (byte > 13 && byte < 32)) ? null : new TextDecoder().decode(start)
}

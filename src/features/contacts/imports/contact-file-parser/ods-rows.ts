import { BadZip } from '../../../../core/parsers/zip'
import { AppError } from '../../../../shared/errors'
import { cellText, dayText, maxCell, maxColumns, numberText, type OpenedFile, type TableRow } from './table'
import { contentOf, type Members, refusingBadZip } from './xlsx-rows'
import { attributeOf, readXml, type XmlHandler } from './xml-events'

/** Sheets of one document that are offered. */
const maxSheets = 100

/** True for a document of LibreOffice, OpenOffice, or another program that writes OpenDocument. */
export const isOds = (members: Members) => members.has('content.xml') && !members.has('xl/workbook.xml')

/**
 * Opens an .ods file, whose sheets are read row by row as those of .xlsx. @throws ERR_LIST_FILE_TYPE for a text or
 * another document, ERR_SPREADSHEET_LOCKED, _BROKEN, ERR_LIST_FILE_TOO_LARGE
 */
export const openOds = (members: Members): Promise<OpenedFile> =>
  refusingBadZip(async () => {
    if (await isLocked(members)) throw new AppError('ERR_SPREADSHEET_LOCKED')
    const sheets: string[] = []
    await readXml(contentOf(members, 'content.xml'), {
      open(name, attributes) {
        if (name === 'table' && sheets.length < maxSheets)
          sheets.push((attributeOf(attributes, 'table:name') ?? '').slice(0, maxSheetName))
      },
      text() {},
      close() {},
    })
    if (sheets.length === 0) throw new AppError('ERR_LIST_FILE_TYPE')
    return {
      sheets,
      hasOwnHeading: false,
      read: (sheet, onRow) =>
        refusingBadZip(() => readXml(contentOf(members, 'content.xml'), sheetHandler(sheet, onRow))),
    }
  })

const maxSheetName = 100

async function isLocked(members: Members): Promise<boolean> {
  let isFound = false
  if (members.has('META-INF/manifest.xml'))
    await readXml(contentOf(members, 'META-INF/manifest.xml'), {
      open(name) {
        if (name === 'encryption-data') isFound = true
      },
      text() {},
      close() {},
    })
  return isFound
}

/** Rows of a sheet; LibreOffice fills the rest of a sheet with one repeated empty row. */
const maxRow = 1_048_576

function sheetHandler(wanted: number, onRow: (row: TableRow) => void): XmlHandler {
  const reader = new SheetReader(onRow)
  let sheet = -1
  return {
    open(name, attributes) {
      if (name === 'table') sheet++
      if (sheet === wanted) reader.open(name, attributes)
    },
    text(text) {
      if (sheet === wanted) reader.text(text)
    },
    close(name) {
      if (sheet === wanted) reader.close(name)
    },
  }
}

const isCellTag = (name: string) => name === 'table-cell' || name === 'covered-table-cell'

/** Collects the cells of one sheet. */
class SheetReader {
  private row = 0
  private repeatedRows = 1
  private repeatedCells = 1
  private cells: string[] = []
  private isCell = false
  private isNote = false
  private value = ''
  private typed: string | null = null

  constructor(private readonly onRow: (row: TableRow) => void) {}

  open(name: string, attributes: string) {
    if (name === 'table-row') {
      this.cells = []
      this.repeatedRows = countOf(attributeOf(attributes, 'table:number-rows-repeated'), maxRow)
    } else if (isCellTag(name)) {
      this.isCell = true
      this.value = ''
      this.typed = typedValue(attributes)
      this.repeatedCells = countOf(attributeOf(attributes, 'table:number-columns-repeated'), maxColumns)
    } else if (name === 'annotation') this.isNote = true
    else if (this.value !== '' && /^(p|s|tab|line-break)$/.test(name)) this.text(' ')
  }

  text(text: string) {
    if (this.isCell && !this.isNote && this.value.length <= maxCell) this.value += text
  }

  close(name: string) {
    if (name === 'annotation') this.isNote = false
    else if (isCellTag(name)) this.closeCell()
    else if (name === 'table-row') this.closeRow()
  }

  private closeCell() {
    this.isCell = false
    const text = cellText(this.typed ?? this.value)
    if (text === '' && this.repeatedCells >= maxColumns) return
    for (let left = this.repeatedCells; left > 0 && this.cells.length < maxColumns; left--) this.cells.push(text)
  }

  private closeRow() {
    if (this.cells.some((cell) => cell !== ''))
      for (let at = 1; at <= Math.min(this.repeatedRows, maxRepeatedRows); at++)
        this.onRow({ row: this.row + at, cells: this.cells })
    this.row = Math.min(this.row + this.repeatedRows, maxRow)
  }
}

/** Equal rows with text that stand for one; more is no list of people. */
const maxRepeatedRows = 1000

function countOf(text: string | undefined, max: number): number {
  const count = Number(text ?? 1)
  if (!Number.isInteger(count) || count < 1) throw new BadZip('broken')
  return Math.min(count, max)
}

/** The value of a number or a day, of which the text shows what its format leaves of it; null for a text. */
function typedValue(attributes: string): string | null {
  const type = attributeOf(attributes, 'office:value-type')
  if (type === 'float') {
    const value = Number(attributeOf(attributes, 'office:value'))
    return Number.isInteger(value) && Math.abs(value) >= 1e6 ? numberText(value) : null
  }
  if (type !== 'date') return null
  const moment = attributeOf(attributes, 'office:date-value') ?? ''
  return dayText(new Date(moment.includes('T') ? `${moment.slice(0, 19)}Z` : moment)) || null
}

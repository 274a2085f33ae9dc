import { AppError } from '../../../../shared/errors'
import { decodeHtml, readTags, type TagHandler } from './html-tags'
import { cellText, maxCell, maxColumns, type OpenedFile, type TableRow } from './table'
import { textOf } from './text-encoding'

/** Tables of one page that are offered. */
const maxTables = 100

/** True for a page with a table, or for a workbook of Excel 2003 in XML: both are often named `.xls`. */
export const isMarkup = (start: string) => /^\s*</.test(start) && /<(html|table|tr|(ss:)?workbook)[\s>]/i.test(start)

/**
 * Opens a page, in which each table counts as a sheet, or a workbook of Excel 2003 in XML. @throws ERR_LIST_FILE_TYPE for a
 * page without a table
 */
export function openMarkup(bytes: Uint8Array): OpenedFile {
  const sheets: string[] = []
  let named = ''
  readTags(textOf(bytes), {
    open(name, attributes) {
      if (name === 'worksheet') named = attributeOf(attributes, 'name') ?? ''
      if (name !== 'table' || sheets.length === maxTables) return
      sheets.push((named || `${sheets.length + 1}`).slice(0, 100))
      named = ''
    },
    text() {},
    close() {},
  })
  if (sheets.length === 0) throw new AppError('ERR_LIST_FILE_TYPE')
  return {
    sheets: sheets.length === 1 ? [''] : sheets,
    hasOwnHeading: false,
    read: (sheet, onRow) => readTags(textOf(bytes), new TableReader(sheet, onRow)),
  }
}

const rowTags = new Set(['tr', 'row'])
const cellTags = new Set(['td', 'th', 'cell'])
/** Tags between which words are apart. */
const breaks = new Set(['br', 'p', 'div', 'li', 'data'])

/** Collects the rows of one table. A table within a cell is a table of its own. End tags of rows and cells may be missing. */
class TableReader implements TagHandler {
  private tables = 0
  /** Open tables by their number, the innermost last. */
  private readonly inside: number[] = []
  private row = 0
  private isRowOpen = false
  private cells: string[] = []
  private cell: string | null = null
  private width = 1
  /** Exact number of a cell that shows a rounded one. */
  private exact: string | undefined
  /** Rows for which a cell above covers a column. */
  private covered: number[] = []
  private height = 1

  constructor(
    private readonly wanted: number,
    private readonly onRow: (row: TableRow) => void,
  ) {}

  open(name: string, attributes: string) {
    if (name === 'table') this.inside.push(this.tables++)
    if (this.inside.at(-1) !== this.wanted) return
    if (rowTags.has(name)) this.openRow(attributes)
    else if (cellTags.has(name)) this.openCell(attributes)
    else if (breaks.has(name)) this.text(' ')
  }

  text(text: string) {
    if (this.inside.at(-1) !== this.wanted || this.cell === null || this.cell.length > maxCell) return
    this.cell += text
  }

  close(name: string) {
    if (this.inside.at(-1) === this.wanted) {
      if (cellTags.has(name)) this.closeCell()
      else if (rowTags.has(name) || name === 'table') this.closeRow()
    }
    if (name === 'table') this.inside.pop()
  }

  private openRow(attributes: string) {
    this.closeRow()
    this.isRowOpen = true
    this.row = Math.max(this.row, countOf(attributes, 'index', 1_048_576, 1) - 1) + 1
  }

  private openCell(attributes: string) {
    this.closeCell()
    if (!this.isRowOpen) this.openRow('')
    this.skipCovered()
    const index = countOf(attributes, 'index', maxColumns, 1)
    while (this.cells.length < index - 1) this.cells.push('')
    this.cell = ''
    this.exact = attributeOf(attributes, 'num')
    this.width = countOf(attributes, 'colspan', maxColumns, 1) + countOf(attributes, 'mergeacross', maxColumns, 0)
    this.height = countOf(attributes, 'rowspan', 65_536, 1) + countOf(attributes, 'mergedown', 65_536, 0)
  }

  private skipCovered() {
    while ((this.covered[this.cells.length] ?? 0) > 0 && this.cells.length < maxColumns) this.pushCell('')
  }

  /** Adds a cell, and counts down the rows that a cell above still covers. */
  private pushCell(text: string) {
    const at = this.cells.length
    if ((this.covered[at] ?? 0) > 0) this.covered[at] = (this.covered[at] as number) - 1
    this.cells.push(text)
  }

  private closeCell() {
    if (this.cell === null) return
    const shown = cellText(decodeHtml(this.cell).replace(/\s+/g, ' '))
    const text = /^\d{6,15}$/.test(this.exact ?? '') ? (this.exact as string) : shown
    this.cell = null
    for (let left = this.width; left > 0 && this.cells.length < maxColumns; left--) {
      if (this.height > 1) this.covered[this.cells.length] = this.height
      this.pushCell(left === this.width ? text : '')
    }
  }

  private closeRow() {
    if (!this.isRowOpen) return
    this.isRowOpen = false
    this.closeCell()
    this.skipCovered()
    const { cells, row } = this
    this.cells = []
    if (cells.some((cell) => cell !== '')) this.onRow({ row, cells })
  }
}

function countOf(attributes: string, name: string, max: number, missing: number): number {
  const count = Number(attributeOf(attributes, name) ?? missing)
  return Number.isInteger(count) && count >= 0 ? Math.min(count, max) : missing
}

/** Value of an attribute, with or without prefix and quotes; undefined when missing. */
function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  )
  return found ? decodeHtml(found[1] ?? found[2] ?? found[3] ?? '') : undefined
}

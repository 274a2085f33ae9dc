import { BadZip, type ZipMember } from '../../../../core/parsers/zip'
import { AppError } from '../../../../shared/errors'
import { limits } from '../../../../shared/limits'
import { cellText, dayText, maxColumns, numberText, type OpenedFile, type TableRow } from './table'
import { moneyText } from './xlsx-money'
import { dayOfSerial, type NumberStyle, percentText, stylesHandler } from './xlsx-styles'
import { attributeOf, readXml, type XmlHandler } from './xml-events'

/** Texts that the cells share, and their characters in total. */
const maxShared = { texts: 1_000_000, characters: 40_000_000 }

/** Texts, styles and calendar to which the cells of all sheets refer. */
interface SharedParts {
  texts: string[]
  styles: NumberStyle[]
  is1904: boolean
}

/**
 * Opens an .xlsx file, whose sheets are read row by row. Sheet and texts are inflated in chunks, so that the memory is
 * bounded by the texts. Hidden sheets are left out unless all are hidden. @throws ERR_SPREADSHEET_MACROS, _BROKEN,
 * ERR_LIST_FILE_TYPE, _TOO_LARGE
 */
export const openXlsx = (members: Members): Promise<OpenedFile> =>
  refusingBadZip(async () => {
    refuseOthers(members)
    const { sheets, is1904 } = await readWorkbook(members)
    const shared = { texts: await readSharedTexts(members), styles: await readStyles(members), is1904 }
    return {
      sheets: sheets.map(({ name }) => name),
      hasOwnHeading: false,
      read: (at, onRow) =>
        refusingBadZip(async () => {
          const sheet = sheets[at]
          if (!sheet) throw new BadZip('broken')
          await readXml(contentOf(members, sheet.member), sheetHandler(shared, onRow))
        }),
    }
  })

/** @throws ERR_LIST_FILE_TOO_LARGE, ERR_SPREADSHEET_BROKEN instead of BadZip */
export async function refusingBadZip<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof BadZip)) throw error
    throw new AppError(error.reason === 'tooLarge' ? 'ERR_LIST_FILE_TOO_LARGE' : 'ERR_SPREADSHEET_BROKEN')
  }
}

export type Members = Map<string, ZipMember>

function refuseOthers(members: Members) {
  if (!members.has('xl/workbook.xml')) throw new AppError('ERR_LIST_FILE_TYPE')
  if ([...members.keys()].some((name) => /vbaProject|\/macrosheets\//i.test(name)))
    throw new AppError('ERR_SPREADSHEET_MACROS')
}

export function contentOf(members: Members, name: string): AsyncIterable<Uint8Array> {
  const member = members.get(name)
  if (!member) throw new BadZip('broken')
  if (member.size > limits.listFileUnpacked) throw new BadZip('tooLarge')
  return member.chunks()
}

const ignored: XmlHandler = { open() {}, text() {}, close() {} }

/** Sheets of one workbook that are offered. */
const maxSheets = 100

/** The relation of a sheet under another prefix than `r`, as libraries of .NET write it. */
const relationOf = (attributes: string) => / (?:[\w.-]{1,40}:)?id=["']([^"']{1,255})["']/.exec(attributes)?.[1] ?? ''

/** The sheets with the names of their members, and the calendar. @throws BadZip */
async function readWorkbook(members: Members) {
  const found: { name: string; id: string; isHidden: boolean }[] = []
  const targets = new Map<string, string>()
  let is1904 = false
  await readXml(contentOf(members, 'xl/workbook.xml'), {
    ...ignored,
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')
      if (name !== 'sheet' || found.length === maxSheets) return
      const id = attributeOf(attributes, 'r:id') ?? relationOf(attributes)
      const isHidden = attributeOf(attributes, 'state')?.toLowerCase().includes('hidden') ?? false
      found.push({ name: (attributeOf(attributes, 'name') ?? '').slice(0, maxSheetName), id, isHidden })
    },
  })
  await readXml(contentOf(members, 'xl/_rels/workbook.xml.rels'), {
    ...ignored,
    open: (name, attributes) => {
      const [id, target] = [attributeOf(attributes, 'Id'), attributeOf(attributes, 'Target')]
      if (name === 'Relationship' && id && target && !targets.has(id)) targets.set(id, target)
    },
  })
  const sheets = found.flatMap(({ id, ...sheet }) => {
    const target = targets.get(id)
    const member = target === undefined ? '' : target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return members.has(member) ? [{ ...sheet, member }] : []
  })
  if (sheets.length === 0) throw new BadZip('broken')
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  return { sheets: visible.length > 0 ? visible : sheets, is1904 }
}

/** Characters of a sheet's name; Excel allows 31. */
const maxSheetName = 100

async function readStyles(members: Members): Promise<NumberStyle[]> {
  const styles: NumberStyle[] = []
  if (members.has('xl/styles.xml')) await readXml(contentOf(members, 'xl/styles.xml'), stylesHandler(styles))
  return styles
}

/** Texts that cells refer to by number. */
async function readSharedTexts(members: Members): Promise<string[]> {
  const texts: string[] = []
  if (!members.has('xl/sharedStrings.xml')) return texts
  let [parts, characters, isText, isPhonetic] = ['', 0, false, false]
  await readXml(contentOf(members, 'xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') parts = ''
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = !isPhonetic
    },
    text(text) {
      if (isText) parts += text
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      const text = cellText(plainText(parts))
      characters += text.length
      texts.push(text)
      if (texts.length > maxShared.texts || characters > maxShared.characters) throw new BadZip('tooLarge')
    },
  })
  return texts
}

function sheetHandler(shared: SharedParts, onRow: (row: TableRow) => void): XmlHandler {
  let [row, column, type, value] = [0, -1, '', '']
  let style: NumberStyle = null
  let cells: string[] = []
  let [isValue, isPhonetic] = [false, false]
  const openCell = (attributes: string) => {
    const place = columnOf(attributeOf(attributes, 'r') ?? '')
    column = place ?? column + 1
    type = attributeOf(attributes, 't') ?? ''
    style = shared.styles[Number(attributeOf(attributes, 's') ?? -1)] ?? null
    value = ''
  }
  const closeCell = () => {
    const text = textOf(type, value, style, shared)
    if (text === '' || column >= maxColumns) return
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  const openRow = (attributes: string) => {
    const number = Number(attributeOf(attributes, 'r'))
    row = number > row && number <= maxRowNumber ? number : row + 1
    cells = []
    column = -1
  }
  return {
    open(name, attributes) {
      if (name === 'c') openCell(attributes)
      else if (name === 'v' || name === 't') isValue = !isPhonetic
      else if (name === 'rPh') isPhonetic = true
      else if (name === 'row') openRow(attributes)
    },
    text(text) {
      if (isValue && value.length < maxValue) value += text
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'c') closeCell()
      else if (name === 'row' && cells.length > 0) onRow({ row, cells })
    },
  }
}

/** Rows of a sheet that Excel allows. */
const maxRowNumber = 1_048_576
/** Characters of a cell that are kept before it is cut. */
const maxValue = 1000

/** Column of a cell's name, from 0: `B7` is 1. */
function columnOf(name: string): number | undefined {
  let column = 0
  let at = 0
  for (; at < name.length && at < 3; at++) {
    const letter = name.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return at === 0 ? undefined : column - 1
}

/** Characters that XML cannot contain are written as `_x000D_`. */
const plainText = (text: string) =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

function textOf(type: string, value: string, style: NumberStyle, { texts, is1904 }: SharedParts): string {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'e') return ''
  if (type === 'd') return dayText(new Date(value))
  if (type !== '' && type !== 'n') return cellText(plainText(value))
  if (value === '') return ''
  if (style === 'date') return dayOfSerial(Number(value), is1904)
  if (style === 'percent') return percentText(Number(value))
  if (style !== null && 'decimals' in style) return moneyText(Number(value), style)
  const text = numberText(Number(value))
  return style === null ? text : text.padStart(style.digits, '0')
}

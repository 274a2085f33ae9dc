import { BadZip, openZip, type ZipMember } from '../../../core/parsers/zip'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { cellText, maxColumns, numberText, type TableRow } from './table'
import { attributeOf, readXml, type XmlHandler } from './xml-events'

/** Members of one archive; Excel writes about 30. */
const maxMembers = 2000
/** Texts that the cells share, and their characters in total. */
const maxShared = { texts: 1_000_000, characters: 40_000_000 }

/**
 * Reads the first sheet of an .xlsx file row by row. Sheet and texts are inflated in chunks, so that the memory is
 * bounded by the texts. @throws ERR_SPREADSHEET_MACROS, _BROKEN, ERR_LIST_FILE_TYPE, _TOO_LARGE, and what `onRow` throws
 */
export async function readXlsxRows(bytes: Uint8Array<ArrayBuffer>, onRow: (row: TableRow) => void) {
  try {
    const members = openZip(bytes, maxMembers)
    refuseOthers(members)
    const shared = await readSharedTexts(members)
    await readXml(contentOf(members, await firstSheet(members)), sheetHandler(shared, onRow))
  } catch (error) {
    if (!(error instanceof BadZip)) throw error
    throw new AppError(error.reason === 'tooLarge' ? 'ERR_LIST_FILE_TOO_LARGE' : 'ERR_SPREADSHEET_BROKEN')
  }
}

type Members = Map<string, ZipMember>

function refuseOthers(members: Members) {
  if (!members.has('xl/workbook.xml')) throw new AppError('ERR_LIST_FILE_TYPE')
  if ([...members.keys()].some((name) => /vbaProject|\/macrosheets\//i.test(name)))
    throw new AppError('ERR_SPREADSHEET_MACROS')
}

function contentOf(members: Members, name: string): AsyncIterable<Uint8Array> {
  const member = members.get(name)
  if (!member) throw new BadZip('broken')
  if (member.size > limits.listFileUnpacked) throw new BadZip('tooLarge')
  return member.chunks()
}

const ignored: XmlHandler = { open() {}, text() {}, close() {} }

/** Name of the member with the first sheet. @throws BadZip */
async function firstSheet(members: Members): Promise<string> {
  let id: string | undefined
  let target: string | undefined
  await readXml(contentOf(members, 'xl/workbook.xml'), {
    ...ignored,
    open: (name, attributes) => {
      if (name === 'sheet') id ??= attributeOf(attributes, 'r:id') ?? attributeOf(attributes, 'id')
    },
  })
  await readXml(contentOf(members, 'xl/_rels/workbook.xml.rels'), {
    ...ignored,
    open: (name, attributes) => {
      if (name === 'Relationship' && attributeOf(attributes, 'Id') === id) target ??= attributeOf(attributes, 'Target')
    },
  })
  if (target === undefined) throw new BadZip('broken')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
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
      const text = cellText(parts)
      characters += text.length
      texts.push(text)
      if (texts.length > maxShared.texts || characters > maxShared.characters) throw new BadZip('tooLarge')
    },
  })
  return texts
}

function sheetHandler(shared: string[], onRow: (row: TableRow) => void): XmlHandler {
  let [row, column, type, value] = [0, -1, '', '']
  let cells: string[] = []
  let [isValue, isPhonetic] = [false, false]
  const openCell = (attributes: string) => {
    const place = columnOf(attributeOf(attributes, 'r') ?? '')
    column = place ?? column + 1
    type = attributeOf(attributes, 't') ?? ''
    value = ''
  }
  const closeCell = () => {
    const text = textOf(type, value, shared)
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

function textOf(type: string, value: string, shared: string[]): string {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'e') return ''
  if (type === '' || type === 'n') return value === '' ? '' : numberText(Number(value))
  return cellText(value)
}

import { ownStart } from '../../contacts/spreadsheet/own-file'
import { meaningOfHeading } from '../columns/headings'

/** Separators of columns; of two that divide a text alike, the first one is taken. */
const separators = [';', '\t', '|', ','] as const

/** Rows by which the separator is found. */
const maxRows = 60
/** Characters by which it is found. */
export const separatorSample = 64 * 1024

/** First line by which Excel is told the separator. */
const named = /^"?sep=(.)"?[ \t]{0,9}\n/i

/**
 * Separator of the columns of a text, and the characters before its first row; an empty separator for a text of one column. A
 * line `sep=;` says it; else the separator that leaves a number alone in a cell of most rows, and of several such ones the one
 * that divides most rows into the same number of cells, so that a title above the table does not count. A sign of text, such
 * as the comma of `Silva, Ana, 11 98888-0051` beside `Bia, 11 98888-0052`, divides nothing.
 */
export function findSeparator(text: string): { separator: string; skipped: number; hasLine: boolean } {
  const mark = text.startsWith('\ufeff') ? 1 : 0
  const start = text.slice(mark, separatorSample)
  const line = named.exec(start)
  if (line) return { separator: line[1] as string, skipped: mark + line[0].length, hasLine: true }
  if (start.startsWith(ownStart)) return { separator: ';', skipped: mark, hasLine: false }
  return { separator: bestSeparator(start), skipped: mark, hasLine: false }
}

/** Share of rows that counts as all of them. */
const nearlyAll = 0.9

function bestSeparator(text: string): string {
  const facts = separators.map((separator) => factsOf(separator, rowsOf(text, separator)))
  const tables = facts.filter(({ isText, evenness }) => !isText && evenness > 0)
  const most = Math.max(...tables.map(({ numbers }) => numbers))
  const able = tables.filter(({ numbers }) => numbers >= most * nearlyAll)
  const [best] = able.toSorted((a, b) => b.evenness - a.evenness)
  return best?.separator ?? facts.find(({ rows }) => rows === 0)?.separator ?? ''
}

const shortestNumber = 8
/** A cell that is one number or several, without words. */
const isNumber = (cell: string) =>
  /^[\s'=+(]*\d[\d\s().+/:-]*$/.test(cell) && cell.replace(/\D/g, '').length >= shortestNumber
/** A number, also among words. */
const someNumber = /\d[\d\s().-]{6,}\d/

/** Facts about the columns that a separator makes; `numbers` counts the rows in which a number is a cell of its own. */
function factsOf(separator: string, rows: string[][]) {
  const divided = rows.filter((cells) => cells.length > 1)
  const { share, evenness } = evennessOf(rows.map((cells) => cells.length))
  const numbers = divided.filter((cells) => cells.some(isNumber)).length
  const isSentence = divided.every((cells) => cells.slice(1).every((cell) => /^\s|^$/.test(cell)))
  const isUneven = numbers === 0 ? share < 0.5 : isSentence && share < nearlyAll
  const isText = isUneven ? inOneColumn(rows) < nearlyAll : isSentence && numbers === 0 && !rows.some(isHeading)
  return { separator, rows: rows.length, numbers, isText, evenness }
}

/** True for a row with two known headings. */
const isHeading = (cells: string[]) => cells.filter((cell) => meaningOfHeading(cell) !== undefined).length > 1

const withNumbers = (rows: string[][]) => rows.filter((cells) => cells.some((cell) => someNumber.test(cell)))

/** Share of the rows with numbers that have them alone in the same column. */
function inOneColumn(rows: string[][]): number {
  const rowsByColumn = new Map<number, number>()
  for (const cells of rows)
    for (const [at, cell] of cells.entries()) if (isNumber(cell)) rowsByColumn.set(at, (rowsByColumn.get(at) ?? 0) + 1)
  return Math.max(0, ...rowsByColumn.values()) / Math.max(1, withNumbers(rows).length)
}

/** `evenness` is 0 for a text of one column; it grows with the columns, and falls with the rows that have another number of them. */
function evennessOf(counts: number[]): { share: number; evenness: number } {
  const rowsByCount = new Map<number, number>()
  for (const count of counts) if (count > 1) rowsByCount.set(count, (rowsByCount.get(count) ?? 0) + 1)
  let best = { share: 0, evenness: 0 }
  for (const [count, rows] of rowsByCount) {
    const share = rows / counts.length
    const evenness = share ** 2 * (count - 1)
    if (evenness > best.evenness) best = { share, evenness }
  }
  return best
}

/** A row that is one quoted cell. */
const wholeRow = /^"((?:[^"\n]|"")*)"$/gm

/** Cells of the first rows that are not blank. */
const rowsOf = (text: string, separator: string): string[][] =>
  text
    .replace(wholeRow, (_, row: string) => row.replaceAll('""', '"'))
    .replace(/"[^"]*"/g, (quoted) => quoted.slice(1, -1).replaceAll(separator, ' ').replaceAll('\n', ' '))
    .split('\n')
    .filter((line) => line.replaceAll(separator, '').trim() !== '')
    .slice(0, maxRows)
    .map((line) => line.split(separator))

import { ownStart } from '../../contacts/spreadsheet/own-file'

/** Separators of columns; of two that divide a text alike, the first one is taken. */
const separators = [';', '\t', '|', ','] as const

/** Rows by which the separator is found. */
const maxRows = 60
/** Characters by which it is found. */
export const separatorSample = 64 * 1024

/** First line by which Excel is told the separator. */
const named = /^"?sep=(.)"?[ \t]{0,9}\n/i

/**
 * Separator of the columns of a text, and the characters before its first row. A line `sep=;` says it; else the separator
 * that divides most rows into the same number of cells, so that a title above the table does not count.
 */
export function findSeparator(text: string): { separator: string; skipped: number; hasLine: boolean } {
  const mark = text.startsWith('\ufeff') ? 1 : 0
  const start = text.slice(mark, separatorSample)
  const line = named.exec(start)
  if (line) return { separator: line[1] as string, skipped: mark + line[0].length, hasLine: true }
  if (start.startsWith(ownStart)) return { separator: ';', skipped: mark, hasLine: false }
  const scores = separators.map((separator) => evenness(cellCounts(start, separator)))
  const best = Math.max(...scores)
  return { separator: separators[scores.indexOf(best)] as string, skipped: mark, hasLine: false }
}

/** 0 for a text of one column; grows with the columns, and falls with the rows that have another number of them. */
function evenness(counts: number[]): number {
  const rowsByCount = new Map<number, number>()
  for (const count of counts) if (count > 1) rowsByCount.set(count, (rowsByCount.get(count) ?? 0) + 1)
  let best = 0
  for (const [count, rows] of rowsByCount) best = Math.max(best, (rows / counts.length) ** 2 * (count - 1))
  return best
}

/** A row that is one quoted cell. */
const wholeRow = /^"((?:[^"\n]|"")*)"$/gm

/** Number of cells of the first rows that are not blank. */
const cellCounts = (text: string, separator: string): number[] =>
  text
    .replace(wholeRow, (_, row: string) => row.replaceAll('""', '"'))
    .replace(/"[^"]*"/g, '"')
    .split('\n')
    .filter((line) => line.replaceAll(separator, '').trim() !== '')
    .slice(0, maxRows)
    .map((line) => line.split(separator).length)

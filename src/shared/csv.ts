/** Byte order mark; without it Excel does not read the file as UTF-8. */
export const utf8Mark = '\ufeff'

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(';')}\r\n`

/** Characters with which a formula begins; full-width and small ones too, which Excel reads as the others in some languages. */
const formula = '=+\\-@＝＋－＠﹦﹢﹣﹫'
const atStart = new RegExp(`^[${formula}\\t\\r]`)
/** A spreadsheet that expects another separator begins a cell after each of these, quotes or not. */
const afterSeparator = new RegExp(`([,\\t\\r\\n])(?=[${formula}])`, 'g')

/** Text that begins like one to which an apostrophe was added. */
const looksMarked = new RegExp(`^'{1,9}[${formula}\\d]`)

/**
 * Escapes a cell so that no spreadsheet reads it, or a part of it, as a formula. Imports remove the apostrophe in front
 * again, so that a text with one of its own gets another.
 */
export function csvCell(text: string): string {
  const harmless = (atStart.test(text) || looksMarked.test(text) ? `'${text}` : text).replace(afterSeparator, '$1 ')
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

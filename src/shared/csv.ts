/** Byte order mark; without it Excel does not read the file as UTF-8. */
export const utf8Mark = '\ufeff'

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(';')}\r\n`

/** Characters with which a formula begins; full-width and small ones too, which Excel reads as the others in some languages. */
const formula = '=+\\-@＝＋－＠﹦﹢﹣﹫'
const atStart = new RegExp(`^[${formula}\\t\\r]`)
/** A spreadsheet that expects another separator begins a cell after each of these, quotes or not. */
const afterSeparator = new RegExp(`([,\\t\\r\\n])(?=[${formula}])`, 'g')

/** Escapes a cell so that no spreadsheet reads it, or a part of it, as a formula. */
export function csvCell(text: string): string {
  const harmless = (atStart.test(text) ? `'${text}` : text).replace(afterSeparator, '$1 ')
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

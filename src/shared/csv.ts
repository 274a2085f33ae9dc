/** Byte order mark; without it Excel does not read the file as UTF-8. */
export const utf8Mark = '\ufeff'

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(';')}\r\n`

/** Escapes a cell so that no spreadsheet reads it as a formula. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

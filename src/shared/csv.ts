/** Without it Excel reads UTF-8 as something else. */
export const utf8Mark = '\ufeff'

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(';')}\r\n`

/** No spreadsheet takes it for a formula, whatever a customer calls themselves. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

import { limits } from '../../../../shared/limits'
import { cutText, oneLine, removeInvalidCharacters } from '../../../../shared/text'

/** The file of contacts that this program writes: three columns, and one for each field of the contacts. */
export const ownColumns = ['name', 'number', 'email'] as const

/** Start of such a file, behind its mark. */
export const ownStart = ownColumns.join(';')

/** True for the heading of a file of this program: its cells are taken as they stand, and all further columns as fields. */
export const isOwnHeading = (titles: readonly string[]) => ownColumns.every((title, at) => titles[at] === title)

/** Name of a field as headings have it: of a bounded length and on one line. */
export const fieldName = (title: string) =>
  cutText(oneLine(removeInvalidCharacters(title)), limits.extraName.max).trim()

/** The name, with a number behind it if it is taken; it is then taken, too. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name
  for (let at = 2; taken.has(unique); at++) unique = `${name.slice(0, limits.extraName.max - 4)} ${at}`
  taken.add(unique)
  return unique
}

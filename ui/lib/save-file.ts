import { utf8Mark } from '../../src/shared/csv'

/** CSV file with a byte order mark, which Excel needs to read accents. */
export const csvFile = (text: string) => new Blob([utf8Mark, text], { type: 'text/csv;charset=utf-8' })

/** Downloads a file under this name. */
export function saveFile(name: string, file: Blob) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

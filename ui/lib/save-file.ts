import { utf8Mark } from '../../src/shared/csv'

/** A table as text, so marked that Excel reads its accents. */
export const csvFile = (text: string) => new Blob([utf8Mark, text], { type: 'text/csv;charset=utf-8' })

/** Hands a file to the person under this name. */
export function saveFile(name: string, file: Blob) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

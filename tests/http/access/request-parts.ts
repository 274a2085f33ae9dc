import type { Ids } from './actors'

/** PNG of one pixel in base64. */
export const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

/** Form with a picture of one pixel. */
export function pictureForm(): FormData {
  const form = new FormData()
  form.append('file', new File([Buffer.from(onePixel, 'base64')], 'foto.png', { type: 'image/png' }))
  return form
}

/** Form with a file for an option of a file list. */
export function fileOptionForm({ fileOption }: Ids): FormData {
  const form = new FormData()
  form.append('files', new File(['um'], 'um.txt'))
  form.append('id', String(fileOption))
  return form
}

/** Cursor of a list ordered by time and id. */
export const cursorAt = (id: number) => encodeURIComponent(`2030-01-01T00:00:00.000Z|${id}`)

/** File for an import into a contact list. */
export function listForm() {
  const form = new FormData()
  form.append('file', new File(['nome;numero\nNova;11977776666'], 'lista.csv'))
  return form
}

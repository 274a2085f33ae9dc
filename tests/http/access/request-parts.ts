import type { Ids } from './actors'

/** A picture of one pixel, as a form brings it. */
export function picture(): FormData {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
  const form = new FormData()
  form.append('file', new File([Buffer.from(pixel, 'base64')], 'foto.png', { type: 'image/png' }))
  return form
}
/** A file for an option of a list. */
export function attachment({ fileOption }: Ids): FormData {
  const form = new FormData()
  form.append('files', new File(['um'], 'um.txt'))
  form.append('id', String(fileOption))
  return form
}
export const cursorOf = (id: number) => encodeURIComponent(`2030-01-01T00:00:00.000Z|${id}`)

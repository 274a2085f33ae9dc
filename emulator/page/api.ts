import type { ControlApi, ControlName, WireContent } from '../control/control-api'

/** Error answer of the control API. */
export class ControlApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** Calls the control API. @throws ControlApiError for an error answer, TypeError when the simulator is unreachable */
export async function callControl<K extends ControlName>(
  name: K,
  input: Parameters<ControlApi[K]>[0],
): Promise<ReturnType<ControlApi[K]>> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`/control/${name}`, { method: 'POST', headers, body: JSON.stringify(input) })
  const body = await answer.json()
  if (!answer.ok) throw new ControlApiError(answer.status, body.error)
  return body
}

export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

/** Message content of a file: image, video or audio by its MIME type, else document. */
export async function fileContent(file: File, caption?: string): Promise<WireContent> {
  const bytes = await base64Of(file)
  const mimetype = file.type || 'application/octet-stream'
  if (/^image\/(png|jpe?g|gif|webp|avif)$/.test(mimetype)) return { image: bytes, mimetype, caption }
  if (mimetype.startsWith('video/')) return { video: bytes, mimetype, caption }
  if (mimetype.startsWith('audio/')) return { audio: bytes, mimetype }
  return { document: bytes, fileName: file.name, mimetype, caption }
}

import type { MediaStore } from '../../../core/storage/media-store'
import { hot, type TenantDb } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { withEnding } from '../../../shared/file-names'

const byId = hot<{ id: string }>()((db, p) =>
  db.select('media').select(['path', 'mime', 'originalName']).where('id', '=', p('id')),
)

/** Media types shown inline; all others are only downloaded, because SVG and HTML may contain scripts. */
const inline = /^(image\/(?!svg)|audio\/|video\/|application\/pdf$)/

/**
 * Returns the requested bytes, with headers that keep a file from running as a page of this origin. @throws
 * ERR_NO_MEDIA_FOUND, ERR_FILES_UNREACHABLE
 */
export async function serveFile(media: MediaStore, db: TenantDb | null, id: string, range: string | undefined) {
  const row = await db?.first(byId, { id })
  const file = row && Bun.file(await media.locate(row.path))
  if (!file || !(await file.exists())) throw new AppError('ERR_NO_MEDIA_FOUND')
  const headers = headersOf(row)
  const { size } = file
  const part = parseRange(range, size)
  if (part === 'impossible') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
  if (!part) return new Response(file, { headers: { ...headers, 'content-length': String(size) } })
  const [start, end] = part
  const bounds = { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': String(end - start + 1) }
  return new Response(file.slice(start, end + 1), { status: 206, headers: { ...headers, ...bounds } })
}

function headersOf({ mime, originalName }: { mime: string; originalName: string }): Record<string, string> {
  const disposition = inline.test(mime) ? 'inline' : 'attachment'
  return {
    'content-type': mime,
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(withEnding(originalName, mime)).replace(/['()*]/g, hex)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=3600, immutable',
    'accept-ranges': 'bytes',
  }
}

const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * Returns the first and last byte of a single range; undefined without a range, or for forms that may be answered in
 * full (RFC 9110 §14).
 */
function parseRange(range: string | undefined, size: number): [number, number] | 'impossible' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'impossible' : [start, end]
}

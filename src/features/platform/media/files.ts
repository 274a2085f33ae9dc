import { unlink } from 'node:fs/promises'
import { ParseFailure } from '../../../core/parsers/contract'
import { bytePace } from '../../../core/process/byte-pace'
import { freeingChunks } from '../../../core/process/chunk-memory'
import { workSlices } from '../../../core/process/work-slices'
import type { Scope } from '../../../core/scope'
import { writeDurableFile } from '../../../core/storage/durable-file'
import type { CompanyId } from '../../../core/storage/schema'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'

/** A file on disk with the values of its row in `media`, inserted or not yet. */
export interface StoredFile {
  id: string
  path: string
  originalName: string
  /** Detected from the bytes; the sender's claim is ignored. */
  mime: string
  size: number
  sha256: string
}

const insertMedia = hot<StoredFile>()((db, p) =>
  db.insert('media', {
    id: p('id'),
    path: p('path'),
    originalName: p('originalName'),
    mime: p('mime'),
    size: p('size'),
    sha256: p('sha256'),
  }),
)
const byId = hot<{ id: string }>()((db, p) =>
  db.select('media').select(['id', 'path', 'originalName', 'mime', 'size', 'sha256']).where('id', '=', p('id')),
)

/** Inserts the row of a file that is on disk. Call within a transaction. */
export const registerFile = (scope: Scope, file: StoredFile) => scope.db.run(insertMedia, file)

/** Returns a file of the company. @throws ERR_NO_MEDIA_FOUND, also for another company's */
export async function getFile(scope: Scope, id: string): Promise<StoredFile> {
  const file = await scope.db.first(byId, { id })
  if (!file) throw new AppError('ERR_NO_MEDIA_FOUND')
  return file
}

/**
 * Streams a file to disk under a random name, counting and hashing its bytes, and stores it. Durable when the promise
 * resolves; removed on failure.
 * @throws ERR_TOO_LARGE beyond `maxBytes`, ERR_EMPTY_MESSAGE for an empty file, ERR_FILES_UNREACHABLE
 */
export async function saveStream(
  scope: Scope,
  source: AsyncIterable<Uint8Array>,
  name: string | undefined,
  maxBytes: number = limits.media,
): Promise<StoredFile> {
  const originalName = cleanName(name)
  const { absolute, ...place } = await allocateFile(scope)
  try {
    const written = await writeStream(scope.companyId, absolute, source, maxBytes)
    const mime = await identify(scope, { path: absolute, size: written.size }, originalName)
    await scope.ports.media.storeFile(place.path)
    return { ...place, originalName, ...written, mime }
  } catch (error) {
    await scope.ports.media.remove(place.path)
    throw error
  }
}

async function writeStream(
  companyId: CompanyId,
  absolute: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
) {
  const hash = new Bun.CryptoHasher('sha256')
  let size = 0
  await writeDurableFile(absolute, async (write) => {
    for await (const chunk of bytePace.pieces(companyId, source)) {
      size += chunk.byteLength
      if (size > maxBytes) throw new AppError('ERR_TOO_LARGE', { limit: maxBytes })
      await hashInSlices(companyId, hash, chunk)
      await write(chunk)
    }
    if (size === 0) throw new AppError('ERR_EMPTY_MESSAGE')
  })
  return { size, sha256: hash.digest('hex') }
}

/** Stores a file that was written to `absolute` and returns its values. @throws ERR_FILES_UNREACHABLE */
export async function storeWrittenFile(scope: Scope, { id, path, absolute }: AllocatedFile, name: string) {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of freeingChunks(Bun.file(absolute).stream())) await hashInSlices(scope.companyId, hash, chunk)
  const originalName = cleanName(name)
  const { size } = Bun.file(absolute)
  const mime = await identify(scope, { path: absolute, size }, originalName)
  await scope.ports.media.storeFile(path)
  return { id, path, originalName, mime, size, sha256: hash.digest('hex') }
}

/** Bytes hashed in one piece: a quarter of a millisecond of a slow core. */
const hashedAtOnce = 64 * 1024

/** Hashes a chunk in slices. */
async function hashInSlices(companyId: CompanyId, hash: Bun.CryptoHasher, chunk: Uint8Array) {
  for (let at = 0; at < chunk.byteLength; at += hashedAtOnce) {
    await workSlices.pause(companyId)
    hash.update(chunk.subarray(at, at + hashedAtOnce))
  }
}

/** A new random id and path, and the absolute path to which the file is written. */
export interface AllocatedFile {
  id: string
  path: string
  absolute: string
}

/** Returns a new random id and path; its directory exists durably. */
export async function allocateFile(scope: Scope): Promise<AllocatedFile> {
  const { media } = scope.ports
  const place = media.newPath(scope.companyId)
  return { ...place, absolute: await media.prepare(place.path) }
}

/** Removes a file from disk; a missing file is not an error. */
export const removeFromDisk = (absolute: string) => unlink(absolute).catch(() => {})

/** Text files have no magic bytes, so their extension decides. None of these types is shown inline. */
const textual: Record<string, string> = { txt: 'text/plain', csv: 'text/csv', vcf: 'text/vcard', svg: 'image/svg+xml' }

/** Returns the media type, by the bytes, else by the extension. @throws ERR_RATE_LIMIT */
async function identify(
  { ports, companyId }: Scope,
  file: { path: string; size: number },
  name: string,
): Promise<string> {
  const found = await ports.parsers.run(companyId, 'media.identify', file).catch(nothingFound)
  if (found && found !== 'application/xml') return found
  return textual[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}

function nothingFound(error: unknown): null {
  if (error instanceof ParseFailure) return null
  throw error
}

/**
 * Returns the last part of the sender's file name on one line. Shown and used for downloads, never as a path. For
 * `filename=""` in a form Bun creates a file without a name, whatever its type says.
 */
function cleanName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is being removed
  const plain = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return plain.slice(-limits.fileName.max).toWellFormed() || 'file'
}

import { open } from 'node:fs/promises'
import { bytePace } from '../../../core/process/byte-pace'
import { freeingChunks } from '../../../core/process/chunk-memory'
import type { Scope } from '../../../core/scope'
import { writeAll } from '../../../core/storage/durable-file'
import { giveToOwnerOfDirectory } from '../../../core/storage/owner'
import { AppError } from '../../../shared/errors'
import { allocateFile, removeFromDisk } from './files'

/**
 * Writes a request's body to a temporary file, gives it to `use` and removes it. The daily sweep removes what a crash
 * leaves. @throws ERR_TOO_LARGE beyond `maxBytes`
 */
export async function withReceivedFile<R>(
  scope: Scope,
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  use: (file: { path: string; size: number }) => Promise<R>,
): Promise<R> {
  const path = `${(await allocateFile(scope)).absolute}.part`
  try {
    const pieces = body && bytePace.pieces(scope.companyId, freeingChunks(body))
    return await use({ path, size: await writeBody(path, pieces, maxBytes) })
  } finally {
    await removeFromDisk(path)
  }
}

async function writeBody(path: string, body: AsyncIterable<Uint8Array> | null, max: number): Promise<number> {
  const file = await open(path, 'w', 0o600)
  giveToOwnerOfDirectory(path)
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      if (size > max) throw new AppError('ERR_TOO_LARGE', { max })
      await writeAll(file, chunk) // in another thread; Bun's own writer writes on this one
    }
  } finally {
    await file.close()
  }
  return size
}

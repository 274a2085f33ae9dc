import type { ArchiveOrder, FromArchiver, ToArchiver, WriteArchive } from './core/backup/archive-thread'
import { lowerThreadPriority } from './core/process/thread-priority'
import { withSnapshotOf } from './core/storage/sqlite/read-snapshot'
import { AppError } from './shared/errors'

/** Worker that writes the archive of a company or a contact (core/backup/archive-thread.ts); an entry point of build.ts. */
declare const self: Worker

self.onmessage = async ({ data }: MessageEvent<ToArchiver>) => {
  lowerThreadPriority()
  self.postMessage(await write(data))
}

async function write({ file, order }: ToArchiver): Promise<FromArchiver> {
  try {
    const writeArchive = await writerOf(order)
    return { type: 'written', written: await withSnapshotOf(file, (snapshot) => writeArchive(snapshot, order)) }
  } catch (error) {
    if (error instanceof AppError) return { type: 'refused', code: error.code }
    return { type: 'failed', message: String(error) }
  }
}

/** Loads only the code that this archive needs. */
async function writerOf({ contactId }: ArchiveOrder): Promise<WriteArchive> {
  if (contactId === null)
    return (await import('./features/provider/data-transfer/archive/company-archive')).writeArchiveOf
  return (await import('./features/provider/data-transfer/contact/contact-archive')).writeContactArchiveOf
}

import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FlushTurns } from './flush-turns'

/**
 * Files that survive a power cut once the function that writes them has resolved (docs/adr/0033): bytes to a temporary
 * name, flush, rename, flush of the directory. A flush of a file alone does not make its name durable.
 */

/** Appends to the file being written; resolves when the system has taken the bytes. */
export type Write = (bytes: Uint8Array) => Promise<void>

/**
 * Bytes written between two flushes of one file. Small enough that a flush is short (80 ms at 100 MB/s) and that a
 * commit's flush, which ext4 orders behind the data of new files, does not wait for a whole upload.
 */
const flushEvery = 8 * 1024 * 1024

const turns = new FlushTurns()

/**
 * Writes one file that appears at `path` whole and durable, or not at all. Its directory must be durable
 * (core/storage/durable-directory.ts).
 */
export async function writeDurableFile(path: string, fill: (write: Write) => Promise<void>): Promise<void> {
  const partial = `${path}.part`
  try {
    await writeFlushedFile(partial, fill)
    await renameDurably(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Writes a file whose bytes are durable and whose name is not, because it will be renamed. */
export async function writeFlushedFile(path: string, fill: (write: Write) => Promise<void>) {
  const file = await open(path, 'w')
  try {
    const flushes = new Flushes(file, path)
    await fill(async (bytes) => {
      await writeAll(file, bytes)
      await flushes.count(bytes.length)
    })
    await flushes.finish()
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten
}

/** The flushes of one file that is being written: one per `flushEvery` bytes, and the last. */
export class Flushes {
  private unflushed = 0

  constructor(
    private readonly file: FileHandle,
    private readonly path: string,
  ) {}

  /** Flushes when enough has been written since the last flush. */
  async count(bytes: number) {
    this.unflushed += bytes
    if (this.unflushed >= flushEvery) await this.finish()
  }

  async finish() {
    this.unflushed = 0
    await turns.run(dirname(this.path), () => this.file.datasync())
  }
}

/** Renames a flushed file; resolves when the new name is durable. Both names are of one file system. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncDirectory(dirname(to))
  if (dirname(from) !== dirname(to)) await syncDirectory(dirname(from))
}

/** Flushes that have not begun, by directory. */
const joinable = new Map<string, Promise<void>>()

/**
 * Makes the names in a directory durable: those made and removed before the call. Callers that come before the flush has
 * begun share it.
 */
export function syncDirectory(directory: string): Promise<void> {
  const shared = joinable.get(directory)
  if (shared) return shared
  const flush = turns.run(directory, () => {
    joinable.delete(directory)
    return flushDirectory(directory)
  })
  joinable.set(directory, flush)
  return flush
}

async function flushDirectory(directory: string) {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } catch (error) {
    tolerateUnsupported(error)
  } finally {
    await handle.close()
  }
}

/** Some network file systems refuse to flush a directory; SQLite ignores that as well. */
function tolerateUnsupported(error: unknown) {
  if (!['EINVAL', 'ENOTSUP'].includes(String((error as NodeJS.ErrnoException).code))) throw error
}

/** As `syncDirectory`, blocking: for the start and for commands, while nobody is served. */
export function syncDirectoryBlocking(directory: string) {
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    tolerateUnsupported(error)
  } finally {
    closeSync(handle)
  }
}

/** As `renameDurably`, blocking: for the start and for commands. */
export function renameDurablyBlocking(from: string, to: string) {
  renameSync(from, to)
  syncDirectoryBlocking(dirname(to))
  if (dirname(from) !== dirname(to)) syncDirectoryBlocking(dirname(from))
}

/** Writes a small file whole and durable, for its owner alone (mode 0600), blocking: for the start. */
export function writeDurableFileBlocking(path: string, text: string) {
  const partial = `${path}.part`
  writeFileSync(partial, text, { mode: 0o600, flush: true })
  renameDurablyBlocking(partial, path)
}

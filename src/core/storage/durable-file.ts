import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Rotation } from '../rotation'
import { giveToOwnerOfDirectory } from './owner'

/**
 * Writes files that survive a power cut as soon as the writing function has resolved (docs/adr/0033): bytes under a
 * temporary name, flush, rename, flush of the directory. A flush of a file alone does not make its name durable.
 */

/** Appends to the file; resolves when the operating system has accepted the bytes. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>

/**
 * Number of bytes written between two flushes of one file. Small enough that a flush is short (80 ms at 100 MB/s), and
 * that the flush of a commit, which ext4 orders after the data of new files, does not wait for a whole upload.
 */
const flushBytes = 8 * 1024 * 1024

/**
 * Flushes run one at a time, with directories in rotation. Bun runs file system calls on as many threads as the machine
 * has cores; two flushes at once would occupy both threads of a small machine, and every other file access would wait.
 */
const flushTurns = new Rotation<string>()

/**
 * Writes a file that exists at `path` either complete and durable or not at all. Its directory must be durable
 * (core/storage/durable-directory.ts).
 */
export async function writeDurableFile(path: string, fill: (write: WriteBytes) => Promise<void>): Promise<void> {
  const partial = `${path}.part`
  try {
    await writeFlushedFile(partial, fill)
    await renameDurably(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Writes a file with durable bytes; its name is not durable, because the caller renames it. */
export async function writeFlushedFile(path: string, fill: (write: WriteBytes) => Promise<void>) {
  const file = await open(path, 'w')
  try {
    giveToOwnerOfDirectory(path)
    const flushes = new FileFlusher(file, path)
    await fill(async (bytes) => {
      await writeAll(file, bytes)
      await flushes.count(bytes.length)
    })
    await flushes.finish()
  } finally {
    await file.close()
  }
}

/** Appends all bytes to the file. */
export async function writeAll(file: FileHandle, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten
}

/** Flushes one file while it is written: after each `flushBytes` bytes, and at the end. */
export class FileFlusher {
  private unflushed = 0

  constructor(
    private readonly file: FileHandle,
    private readonly path: string,
  ) {}

  /** Counts written bytes; flushes after each `flushBytes`. */
  async count(bytes: number) {
    this.unflushed += bytes
    if (this.unflushed >= flushBytes) await this.finish()
  }

  /** A worker flushes in its own thread, which leaves the threads for files to the requests. */
  async finish() {
    this.unflushed = 0
    if (!Bun.isMainThread) return fdatasyncSync(this.file.fd)
    await flushTurns.run(dirname(this.path), () => this.file.datasync())
  }
}

/** Renames a flushed file within one file system; resolves when the new name is durable. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncDirectory(dirname(to))
  if (dirname(from) !== dirname(to)) await syncDirectory(dirname(from))
}

/** Flushes of directories that have not started yet, by directory. */
const notStarted = new Map<string, Promise<void>>()

/**
 * Flushes a directory: file names created or removed before the call become durable. Calls made before the flush starts
 * share it.
 */
export function syncDirectory(directory: string): Promise<void> {
  const shared = notStarted.get(directory)
  if (shared) return shared
  const flush = flushTurns.run(directory, () => {
    notStarted.delete(directory)
    return flushDirectory(directory)
  })
  notStarted.set(directory, flush)
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

/** Ignores the error of network file systems that cannot flush a directory; SQLite ignores it as well. */
function tolerateUnsupported(error: unknown) {
  if (!['EINVAL', 'ENOTSUP'].includes(String((error as NodeJS.ErrnoException).code))) throw error
}

/** Like `syncDirectory`, blocking: for the start and for commands, while no request is served. */
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

/** Like `renameDurably`, blocking: for the start and for commands. */
export function renameDurablyBlocking(from: string, to: string) {
  renameSync(from, to)
  syncDirectoryBlocking(dirname(to))
  if (dirname(from) !== dirname(to)) syncDirectoryBlocking(dirname(from))
}

/** Writes a small file (mode 0600) completely and durably, or not at all; blocking: for the start. */
export function writeDurableFileBlocking(path: string, text: string) {
  const partial = `${path}.part`
  writeFileSync(partial, text, { mode: 0o600, flush: true })
  giveToOwnerOfDirectory(partial)
  renameDurablyBlocking(partial, path)
}

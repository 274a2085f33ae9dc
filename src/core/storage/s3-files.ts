import { open, rename, rm } from 'node:fs/promises'
import type { S3Client, S3File } from 'bun'
import { AppError } from '../../shared/errors'
import { log } from '../log'
import { writeAll } from './durable-file'
import { giveToOwnerOfDirectory } from './owner'

/** Bucket of an S3-compatible service and the key that opens it. */
export interface S3Settings {
  bucket: string
  /** Address of the service, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  region: string
  /** Begins each key, with a final slash; empty for none. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** Time that a request without a body may take, in ms; bodies get a second more for each 100 kB. */
const patienceMs = 15_000
const slowestBytesPerMs = 100

/** Media files in a bucket of an S3-compatible service (docs/adr/0113), through Bun's client. */
export class S3Files {
  private readonly client: S3Client

  constructor(readonly settings: S3Settings) {
    const { bucket, endpoint, region, accessKeyId, secretAccessKey } = settings
    this.client = new Bun.S3Client({ bucket, endpoint, region, accessKeyId, secretAccessKey })
  }

  /** Stores the local file at `path`; a file with this path is replaced. @throws ERR_FILES_UNREACHABLE */
  async put(path: string, local: string): Promise<void> {
    const file = Bun.file(local)
    await inTime(this.file(path).write(file), file.size)
  }

  /**
   * Copies the file at `path` to `local`, complete or not at all; nothing when there is none.
   * @throws ERR_FILES_UNREACHABLE
   */
  async get(path: string, local: string): Promise<void> {
    const stored = this.file(path)
    const size = await sizeOf(stored)
    if (size === null) return
    const partial = `${local}.${crypto.randomUUID()}.part`
    try {
      await inTime(copyTo(stored, partial), size)
      await rename(partial, local)
    } finally {
      await rm(partial, { force: true })
    }
  }

  /** Stores bytes at `path`; a file with this path is replaced. @throws ERR_FILES_UNREACHABLE */
  async putBytes(path: string, bytes: Uint8Array): Promise<void> {
    await inTime(this.file(path).write(bytes as Uint8Array<ArrayBuffer>), bytes.length)
  }

  /** Bytes of a small file; null when there is none. @throws ERR_FILES_UNREACHABLE */
  async bytes(path: string): Promise<Uint8Array | null> {
    const stored = this.file(path)
    const size = await sizeOf(stored)
    return size === null ? null : inTime(stored.bytes(), size)
  }

  /** Size of the file in bytes; null when there is none. @throws ERR_FILES_UNREACHABLE */
  size(path: string): Promise<number | null> {
    return sizeOf(this.file(path))
  }

  /** Removes the file; a missing one is no error. @throws ERR_FILES_UNREACHABLE */
  async remove(path: string): Promise<void> {
    await inTime(this.file(path).delete())
  }

  /** Removes all files whose paths begin with the prefix. @throws ERR_FILES_UNREACHABLE */
  async removeBelow(prefix: string): Promise<void> {
    for await (const { path } of this.listBelow(prefix)) await this.remove(path)
  }

  /** Lists all files, with size in bytes and the time of their last change in ms. @throws ERR_FILES_UNREACHABLE */
  list(): AsyncIterable<{ path: string; size: number; modifiedMs: number }> {
    return this.listBelow('')
  }

  private async *listBelow(below: string) {
    const { prefix } = this.settings
    let startAfter: string | undefined
    for (;;) {
      const page = await inTime(this.client.list({ prefix: prefix + below, maxKeys: 1000, startAfter }))
      for (const { key, size = 0, lastModified } of page.contents ?? [])
        yield { path: key.slice(prefix.length), size, modifiedMs: Date.parse(lastModified ?? '') }
      startAfter = page.contents?.at(-1)?.key
      if (!page.isTruncated || startAfter === undefined) return
    }
  }

  private file(path: string): S3File {
    return this.client.file(this.settings.prefix + path)
  }
}

/** Size in bytes; null for a missing file. @throws ERR_FILES_UNREACHABLE */
async function sizeOf(file: S3File): Promise<number | null> {
  try {
    return (await inTime(file.stat())).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Services answer a request for the facts of a missing file by 404 without a code. */
const isMissing = (error: unknown) =>
  error instanceof AppError && ['NoSuchKey', 'NotFound'].includes(codeOf(error.cause))
const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code)

async function copyTo(stored: S3File, path: string) {
  const file = await open(path, 'w', 0o600)
  try {
    giveToOwnerOfDirectory(path)
    for await (const chunk of stored.stream()) await writeAll(file, chunk)
  } finally {
    await file.close()
  }
}

/**
 * Waits for a request of the service, at most as long as its bytes need on a slow line.
 * @throws ERR_FILES_UNREACHABLE with the service's error as cause
 */
async function inTime<R>(request: Promise<R>, bytes = 0): Promise<R> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs + bytes / slowestBytesPerMs)
  try {
    return await Promise.race([request, late])
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause // of the local file, such as a full disk
    const failure = new AppError('ERR_FILES_UNREACHABLE', {}, { cause })
    if (!isMissing(failure)) log.warn({ err: cause }, 'the storage of files does not answer as it should')
    throw failure
  } finally {
    clearTimeout(timer)
  }
}

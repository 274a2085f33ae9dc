import { copyFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Handle } from '../db'
import { DurableDirectories } from '../durable-directory'
import { renameDurably } from '../durable-file'
import type { S3Files } from '../s3-files'

/** Place of media files: a directory or a bucket. */
export type FilePlace = { directory: string } | { bucket: S3Files }

interface StoredFile {
  path: string
  size: number
  sha256: string
}

/** Files copied at once. */
const atOnce = 8
/** Rows read at a time. */
const pageRows = 1000

/** Result of moving files: paths that were missing, or whose bytes are not those of their row. */
interface MovedFiles {
  files: number
  damaged: string[]
}

/**
 * Copies every file that the database names to another place, and leaves the originals. Files that are there with their
 * size are not copied again, so that an interrupted move goes on. @throws ERR_FILES_UNREACHABLE
 */
export async function moveFiles(handle: Handle, from: FilePlace, to: FilePlace): Promise<MovedFiles> {
  const mover = new Mover(from, to)
  const moved: MovedFiles = { files: 0, damaged: [] }
  for (let after = ''; ; ) {
    const page = await pageOf(handle, after)
    for (let at = 0; at < page.length; at += atOnce) {
      const group = page.slice(at, at + atOnce)
      const whole = await Promise.all(group.map((file) => mover.move(file)))
      moved.damaged.push(...group.filter((_, place) => !whole[place]).map(({ path }) => path))
    }
    moved.files += page.length
    const last = page.at(-1)
    if (!last) return moved
    after = last.path
  }
}

const pageOf = (handle: Handle, after: string): Promise<StoredFile[]> =>
  handle.kysely
    .selectFrom('media')
    .select(['path', 'size', 'sha256'])
    .where('path', '>', after)
    .orderBy('path')
    .limit(pageRows)
    .execute()

class Mover {
  private readonly directories: DurableDirectories | null

  constructor(
    private readonly from: FilePlace,
    private readonly to: FilePlace,
  ) {
    this.directories = 'directory' in to ? new DurableDirectories(to.directory) : null
  }

  /** Copies one file; false when it is missing or damaged. */
  async move(file: StoredFile): Promise<boolean> {
    if ((await sizeAt(this.to, file.path)) === file.size) return true
    const passing = join(tmpdir(), `balcao-move-${crypto.randomUUID()}`)
    try {
      const local = 'directory' in this.from ? join(this.from.directory, file.path) : passing
      if ('bucket' in this.from) await this.from.bucket.get(file.path, local)
      if (!(await Bun.file(local).exists())) return false
      await this.store(file.path, local)
      return (await hashOf(local)) === file.sha256
    } finally {
      await rm(passing, { force: true })
    }
  }

  private async store(path: string, local: string) {
    if ('bucket' in this.to) return this.to.bucket.put(path, local)
    const absolute = join(this.to.directory, path)
    await this.directories?.make(dirname(absolute))
    await copyFile(local, `${absolute}.part`)
    await renameDurably(`${absolute}.part`, absolute)
  }
}

async function sizeAt(place: FilePlace, path: string): Promise<number | null> {
  if ('bucket' in place) return place.bucket.size(path)
  const file = Bun.file(join(place.directory, path))
  return (await file.exists()) ? file.size : null
}

async function hashOf(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk)
  return hash.digest('hex')
}

import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { S3Files, type S3Settings } from './s3-files'

/** Where the media files are, as a message to a worker. */
export interface MediaSource {
  directory: string
  remote: S3Settings | null
}

/**
 * Reads media files one after the other in a worker. A file that is only in the remote storage is copied for the time of
 * its use, so that the archive of a large company fills no disk with copies.
 */
export class MediaReader {
  private readonly remote: S3Files | null

  constructor(private readonly source: MediaSource) {
    this.remote = source.remote && new S3Files(source.remote)
  }

  /** Calls `use` with the absolute path of the file, which is missing when nothing is stored at `path`. */
  async read<R>(path: string, use: (absolute: string) => Promise<R>): Promise<R> {
    const absolute = join(this.source.directory, path)
    if (!this.remote || (await Bun.file(absolute).exists())) return use(absolute)
    const copy = `${absolute}.${crypto.randomUUID()}.part`
    await mkdir(dirname(copy), { recursive: true })
    try {
      await this.remote.get(path, copy)
      return await use(copy)
    } finally {
      await rm(copy, { force: true })
    }
  }
}

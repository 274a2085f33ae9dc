import { rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Secrets } from '../secrets'
import { DurableDirectories } from './durable-directory'
import { MediaLinks } from './media-links'
import type { MediaSource } from './media-source'
import type { S3Files } from './s3-files'
import type { CompanyId } from './schema'

/**
 * Media files of the installation, by the `path` of their row in `media`, and their signed addresses. Files are in a
 * directory; with a remote storage the directory holds copies of recently used ones (docs/adr/0113).
 */
export class MediaStore {
  readonly links: MediaLinks
  private readonly directories: DurableDirectories
  /** Copies under way, by path. */
  private readonly copying = new Map<string, Promise<void>>()

  /** @param directory absolute path; files are `{directory}/{companyId}/{yyyy}/{mm}/{id}`. */
  constructor(
    readonly directory: string,
    secrets: Secrets,
    readonly remote: S3Files | null = null,
  ) {
    this.links = new MediaLinks(secrets)
    this.directories = new DurableDirectories(directory)
  }

  /** Where a worker finds the files. */
  get source(): MediaSource {
    return { directory: this.directory, remote: this.remote?.settings ?? null }
  }

  /** Returns a new random id and the path for its file. */
  newPath(companyId: CompanyId, at = new Date()): { id: string; path: string } {
    const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
    const [year, month] = at.toISOString().split('-') as [string, string]
    return { id, path: `${companyId}/${year}/${month}/${id}` }
  }

  /** Creates the directory of a row's `path`, durably; returns the absolute path to which the file is written. */
  async prepare(path: string): Promise<string> {
    const absolute = this.absolute(path)
    await this.directories.make(dirname(absolute))
    return absolute
  }

  /**
   * Stores a file that was written to its absolute path. Its row is inserted afterwards, so that every row has its file.
   * @throws ERR_FILES_UNREACHABLE
   */
  async storeFile(path: string): Promise<void> {
    await this.remote?.put(path, this.absolute(path))
  }

  /**
   * Returns the absolute path of a stored file, copied from the remote storage if the directory has none. The file is
   * missing when nothing is stored at `path`. Never call inside a transaction. @throws ERR_FILES_UNREACHABLE
   */
  async locate(path: string): Promise<string> {
    const absolute = this.absolute(path)
    if (this.remote && !(await Bun.file(absolute).exists())) await this.copyOnce(this.remote, path)
    return absolute
  }

  /** Removes a file; a missing one is no error. The sweep removes what an unreachable storage keeps. */
  async remove(path: string): Promise<void> {
    await unlink(this.absolute(path)).catch(() => {})
    await this.remote?.remove(path).catch(() => {})
  }

  /** Removes all files of a company. @throws ERR_FILES_UNREACHABLE */
  async removeCompany(companyId: CompanyId): Promise<void> {
    await rm(this.absolute(`${companyId}`), { recursive: true, force: true })
    await this.remote?.removeBelow(`${companyId}/`)
  }

  /** Path of a file in the directory, stored or not. */
  absolute(path: string): string {
    return join(this.directory, path)
  }

  private copyOnce(remote: S3Files, path: string): Promise<void> {
    const running = this.copying.get(path)
    if (running) return running
    const copy = this.prepare(path)
      .then((absolute) => remote.get(path, absolute))
      .finally(() => this.copying.delete(path))
    this.copying.set(path, copy)
    return copy
  }
}

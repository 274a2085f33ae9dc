import { dirname, join } from 'node:path'
import type { Secrets } from '../secrets'
import { DurableDirectories } from './durable-directory'
import { MediaLinks } from './media-links'
import type { CompanyId } from './schema'

/** Paths of media files, and their signed addresses. The `media` table says what the files belong to. */
export class MediaStore {
  readonly links: MediaLinks
  private readonly directories: DurableDirectories

  /** @param directory absolute path; files are `{directory}/{companyId}/{yyyy}/{mm}/{id}`. */
  constructor(
    readonly directory: string,
    secrets: Secrets,
  ) {
    this.links = new MediaLinks(secrets)
    this.directories = new DurableDirectories(directory)
  }

  /** Returns the absolute path of a row's `path`. */
  absolute(path: string): string {
    return join(this.directory, path)
  }

  /** Creates the directory of a row's `path`, durably; returns the absolute path of the file. */
  async prepare(path: string): Promise<string> {
    const absolute = this.absolute(path)
    await this.directories.make(dirname(absolute))
    return absolute
  }

  /** Returns a new random id and the path for its file. */
  newPath(companyId: CompanyId, at = new Date()): { id: string; path: string } {
    const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
    const [year, month] = at.toISOString().split('-') as [string, string]
    return { id, path: `${companyId}/${year}/${month}/${id}` }
  }
}

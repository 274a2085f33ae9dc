import { createHmac } from 'node:crypto'
import { dirname, join } from 'node:path'
import { type Secrets, sameText } from '../secrets'
import { DurableDirectories } from './durable-directory'
import type { CompanyId } from './schema'

/** Paths of media files, and signed URLs for browsers. The `media` table says what the files belong to. */
export class MediaStore {
  private readonly linkKey: Buffer
  private readonly directories: DurableDirectories

  /** @param directory absolute path; files are `{directory}/{companyId}/{yyyy}/{mm}/{id}`. */
  constructor(
    readonly directory: string,
    secrets: Secrets,
  ) {
    this.linkKey = secrets.key('media-link')
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

  /**
   * Returns a signed relative URL, valid for one to two hours; the same within an hour, so that browsers can cache it.
   */
  link(companyId: CompanyId, id: string, now = Date.now()): string {
    const expires = (Math.floor(now / linkSeconds / 1000) + 2) * linkSeconds
    return `/media/${id}?c=${companyId}&exp=${expires}&sig=${this.sign(companyId, id, expires)}`
  }

  /** Returns a signed relative URL, valid for 24 to 25 hours: for programs, which may fetch the file late. */
  longLink(companyId: CompanyId, id: string, now = Date.now()): string {
    return this.link(companyId, id, now + 23 * linkSeconds * 1000)
  }

  /** True for a URL signed by this installation for this company and file that has not expired. */
  acceptsLink(companyId: number, id: string, expires: number, signature: string, now = Date.now()): boolean {
    if (!(expires * 1000 > now)) return false
    return sameText(signature, this.sign(companyId, id, expires))
  }

  private sign(companyId: number, id: string, expires: number): string {
    return createHmac('sha256', this.linkKey).update(`${companyId}/${id}/${expires}`).digest('base64url')
  }
}

const linkSeconds = 3600

import { type FileHandle, open, rm } from 'node:fs/promises'
import { FileFlusher, renameDurably } from '../storage/durable-file'
import { giveToOwnerOfDirectory } from '../storage/owner'
import { centralHeader, endOfZip, localHeader, type ZipEntry } from './zip-headers'

/**
 * Writer of a zip file that people open by a double click; its members are stored as they are. The file gets its name
 * only when all of it is on the disk.
 */
export class ZipFile {
  private readonly entries: ZipEntry[] = []
  private readonly flushes: FileFlusher
  private at = 0

  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
  ) {
    this.flushes = new FileFlusher(file, path)
  }

  static async create(path: string): Promise<ZipFile> {
    const file = await open(`${path}.part`, 'w', 0o600)
    giveToOwnerOfDirectory(`${path}.part`)
    return new ZipFile(file, path)
  }

  async addText(name: string, parts: AsyncIterable<string> | Iterable<string>) {
    await this.addMember(name, encoded(parts))
  }

  /** Adds a file; false when it does not exist. */
  async addFile(name: string, path: string): Promise<boolean> {
    const source = Bun.file(path)
    if (!(await source.exists())) return false
    await this.addMember(name, source.stream())
    return true
  }

  async finish() {
    const start = this.at
    for (const entry of this.entries) await this.append(centralHeader(entry))
    await this.append(endOfZip(this.entries.length, start, this.at - start))
    await this.flushes.finish()
    await this.file.close()
    await renameDurably(`${this.path}.part`, this.path)
  }

  /** Deletes an unfinished file. */
  async abandon() {
    await this.file.close().catch(() => {})
    await rm(`${this.path}.part`, { force: true })
  }

  /** Writes the header again after the bytes, with their number and checksum. */
  private async addMember(name: string, chunks: AsyncIterable<Uint8Array>) {
    const entry: ZipEntry = { name, at: this.at, size: 0, crc: 0 }
    await this.append(localHeader(entry))
    for await (const chunk of chunks) {
      entry.crc = Bun.hash.crc32(chunk, entry.crc)
      entry.size += chunk.length
      await this.append(chunk)
    }
    await this.write(localHeader(entry), entry.at)
    this.entries.push(entry)
  }

  private async append(bytes: Uint8Array) {
    await this.write(bytes, this.at)
    this.at += bytes.length
    await this.flushes.count(bytes.length)
  }

  private async write(bytes: Uint8Array, position: number) {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, position + done)
      done += bytesWritten
    }
  }
}

async function* encoded(parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}

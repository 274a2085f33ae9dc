import { S3Files, type S3Settings } from '../../storage/s3-files'
import { UserError } from '../../user-error'
import { type Note, parseNote } from '../note'
import { type BackupPlace, bytesName, completeOf, noteName, unfinishedBefore, type WrittenBytes } from './place'

/** Bytes of one object: small enough to be sent again after a cut, and to be kept in memory meanwhile. */
const partBytes = 16 * 1024 * 1024
/** Attempts per object, and pause in ms before the second one, which doubles. */
const attempts = 3
const firstPauseMs = 1000

/**
 * Backups in a bucket: the encrypted bytes in parts (`….tar.age.000001`), each one object that is sent again when the
 * connection fails, and the note. Put together in order, the parts are one file for the tool `age`.
 */
export class BucketPlace implements BackupPlace {
  private readonly files: S3Files

  constructor(
    settings: S3Settings,
    private readonly pauseMs = firstPauseMs,
  ) {
    this.files = new S3Files(settings)
  }

  async write(id: string, bytes: AsyncIterable<Uint8Array>): Promise<WrittenBytes> {
    const hash = new Bun.CryptoHasher('sha256')
    let [size, parts] = [0, 0]
    for await (const part of inParts(bytes, partBytes)) {
      parts++
      hash.update(part)
      size += part.length
      await this.again(() => this.files.putBytes(partName(id, parts), part))
    }
    return { size, sha256: hash.digest('hex'), parts }
  }

  async writeNote(id: string, note: Note) {
    const bytes = Buffer.from(`${JSON.stringify(note, null, 1)}\n`)
    await this.again(() => this.files.putBytes(noteName(id), bytes))
  }

  async readNote(id: string): Promise<Note | null> {
    const bytes = await this.again(() => this.files.bytes(noteName(id)))
    return bytes && parseNote(Buffer.from(bytes).toString())
  }

  async list() {
    return completeOf(await this.listFiles())
  }

  async *read(id: string, { size, parts }: Note): AsyncGenerator<Uint8Array> {
    let found = 0
    for (let part = 1; part <= parts; part++) {
      const bytes = await this.again(() => this.files.bytes(partName(id, part)))
      if (!bytes) throw new UserError(`${partName(id, part)} is missing in the bucket`)
      found += bytes.length
      yield bytes
    }
    if (found !== size) throw new UserError(`${bytesName(id)} is not complete: ${found} of ${size} bytes`)
  }

  async remove(id: string) {
    await this.files.remove(noteName(id))
    await this.files.removeBelow(`${bytesName(id)}.`)
  }

  async removeUnfinished(id: string) {
    const files = await this.listFiles()
    const names = files.map(({ name }) => name)
    for (const name of unfinishedBefore(id, names)) await this.files.remove(name)
  }

  private async listFiles() {
    const found: { name: string; size: number }[] = []
    for await (const { path, size } of this.files.list()) found.push({ name: path, size })
    return found
  }

  /** Repeats a request that failed: a cut connection does not end the backup of the night. */
  private async again<R>(request: () => Promise<R>): Promise<R> {
    for (let attempt = 1; ; attempt++)
      try {
        return await request()
      } catch (error) {
        if (attempt === attempts) throw error
        await Bun.sleep(this.pauseMs * 2 ** (attempt - 1))
      }
  }
}

const partName = (id: string, part: number) => `${bytesName(id)}.${String(part).padStart(6, '0')}`

/** Collects chunks into parts of `size` bytes; the last one is shorter. */
async function* inParts(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let [chunks, length]: [Uint8Array[], number] = [[], 0]
  for await (const chunk of bytes) {
    let rest = chunk
    while (length + rest.length >= size) {
      const end = size - length
      yield Buffer.concat([...chunks, rest.subarray(0, end)])
      rest = rest.subarray(end)
      ;[chunks, length] = [[], 0]
    }
    if (rest.length > 0) chunks.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(chunks)
}

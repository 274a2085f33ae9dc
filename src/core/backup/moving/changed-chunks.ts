import { type FileHandle, open } from 'node:fs/promises'
import { UserError } from '../../user-error'

/** Unit of comparison in bytes, a multiple of every page size of SQLite. */
const chunkBytes = 64 * 1024
/** Position (8 bytes, little endian) and length (4 bytes) of a changed chunk, before its bytes. */
const headBytes = 12

/** Chunks that differ from the first reading of a file. */
export interface Changes {
  /** Size of the whole file in bytes. */
  size: number
  /** SHA-256 over the SHA-256 of each chunk: one pass over the bytes. */
  sha256: string
  /** Positions of the changed chunks. */
  positions: number[]
  /** Size in bytes of what `readChanges` yields. */
  bytes: number
}

/**
 * Reads a file twice: whole while others change it, then only the chunks that differ. The first reading may mix several
 * states of the file; the second one replaces every chunk that is not as it was read.
 */
export class TwiceReadFile {
  private readonly hashes: Buffer[] = []

  private constructor(
    private readonly file: FileHandle,
    /** Size in bytes at the first reading. */
    readonly size: number,
  ) {}

  static async open(path: string): Promise<TwiceReadFile> {
    const file = await open(path, 'r')
    return new TwiceReadFile(file, (await file.stat()).size)
  }

  /** Bytes of the first reading. */
  async *readFirst(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunksOf(this.file, this.size)) {
      this.hashes.push(hashOf(chunk))
      yield chunk
    }
  }

  /** Compares the file with the first reading. Call once nothing writes to it any more. */
  async compare(): Promise<Changes> {
    const { size } = await this.file.stat()
    const whole = new Bun.CryptoHasher('sha256')
    const found: Changes = { size, sha256: '', positions: [], bytes: 0 }
    let at = 0
    for await (const chunk of chunksOf(this.file, size)) {
      const hash = hashOf(chunk)
      whole.update(hash)
      if (!this.hashes[at / chunkBytes]?.equals(hash)) {
        found.positions.push(at)
        found.bytes += headBytes + chunk.length
      }
      at += chunk.length
    }
    return { ...found, sha256: whole.digest('hex') }
  }

  /** Bytes that make the file of the first reading the one that was compared (`applyChanges`). */
  async *readChanges({ positions, size }: Changes): AsyncGenerator<Uint8Array> {
    for (const position of positions) {
      const chunk = await readChunk(this.file, position, Math.min(chunkBytes, size - position))
      const head = Buffer.alloc(headBytes)
      head.writeBigUInt64LE(BigInt(position))
      head.writeUInt32LE(chunk.length, 8)
      yield head
      yield chunk
    }
  }

  close() {
    return this.file.close()
  }
}

/**
 * Makes a file of a first reading the file that was compared, and flushes it. Returns its hash, as in `Changes`.
 * @throws Error for changes that are no such bytes
 */
export async function applyChanges(path: string, changesPath: string, size: number): Promise<string> {
  const [file, changes] = [await open(path, 'r+'), await open(changesPath, 'r')]
  try {
    const { size: end } = await changes.stat()
    for (let at = 0; at < end; ) {
      const head = await readChunk(changes, at, headBytes)
      const [position, length] = [Number(head.readBigUInt64LE()), head.readUInt32LE(8)]
      if (length > chunkBytes || position + length > size) throw new Error('its changes of the database are damaged')
      const chunk = await readChunk(changes, at + headBytes, length)
      await file.write(chunk, 0, length, position)
      at += headBytes + length
    }
    await file.truncate(size)
    await file.sync()
    return await hashOfFile(file, size)
  } finally {
    await Promise.all([file.close(), changes.close()])
  }
}

async function hashOfFile(file: FileHandle, size: number): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of chunksOf(file, size)) hash.update(hashOf(chunk))
  return hash.digest('hex')
}

async function* chunksOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += chunkBytes) yield await readChunk(file, at, Math.min(chunkBytes, size - at))
}

/** @throws UserError for a file that became shorter */
async function readChunk(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const chunk = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(chunk, done, length - done, position + done)
    if (bytesRead === 0) throw new UserError('a file became shorter while it was read; try again')
    done += bytesRead
  }
  return chunk
}

const hashOf = (chunk: Uint8Array) => new Bun.CryptoHasher('sha256').update(chunk).digest()

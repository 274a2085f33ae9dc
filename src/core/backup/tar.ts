import type { FileHandle } from 'node:fs/promises'
import { UserError } from '../user-error'

/** Subset of the tar format (POSIX ustar) for backups: plain files, readable by any `tar`. */

/** Bytes of a header; bodies are padded to a multiple of it. */
export const block = 512
const nameBytes = 100
/** Largest size that eleven octal digits hold. */
const octalMax = 0o77777777777

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Bytes of one member: header, body, padding; `body` must yield exactly `size` bytes. @throws UserError */
export async function* memberBytes(name: string, size: number, body: Chunks): AsyncGenerator<Uint8Array> {
  yield header(name, size)
  let written = 0
  for await (const chunk of body) {
    written += chunk.length
    if (written > size) break
    yield chunk
  }
  if (written !== size)
    throw new UserError(`${name} changed while it was read (${written} of ${size} bytes); try again`)
  yield new Uint8Array(padding(size))
}

/** Writes one member. @throws UserError */
export async function writeMember(to: FileHandle, name: string, size: number, body: Chunks) {
  for await (const chunk of memberBytes(name, size, body)) await to.write(chunk)
}

/** Two empty blocks mark the end of the archive. */
export const endBytes = () => new Uint8Array(2 * block)
export const writeEnd = (to: FileHandle) => to.write(endBytes())

/** Name and size in a header; null for the end of the archive. @throws Error for bytes that are no header */
export function readHeader(head: Buffer): { name: string; size: number } | null {
  if (head.length < block) throw new Error('the archive is cut short')
  if (head.every((byte) => byte === 0)) return null
  const size = checksum(head) === octal(head, 148, 8) ? sizeOf(head) : Number.NaN
  if (!(size >= 0)) throw new Error('the file is not a tar archive, or is damaged')
  return { name: text(head, 0, nameBytes), size }
}

/** A file in an archive, by its place: `start` is the offset of its first byte. */
export interface MemberPlace {
  name: string
  start: number
  size: number
}

/** Member of an archive, whose bytes are read on demand. */
export class Member {
  constructor(
    private readonly archive: Blob,
    readonly place: MemberPlace,
  ) {}

  get name() {
    return this.place.name
  }

  get size() {
    return this.place.size
  }

  get body(): Blob {
    const { start, size } = this.place
    return this.archive.slice(start, start + size)
  }
}

/** Members in order. @throws Error for a file that is not such an archive or is cut short */
export async function* readMembers(archive: Blob): AsyncGenerator<Member> {
  let at = 0
  for (;;) {
    const head = readHeader(Buffer.from(await archive.slice(at, at + block).arrayBuffer()))
    if (!head) return
    const { name, size } = head
    const start = at + block
    if (start + size > archive.size) throw new Error('the archive is cut short')
    yield new Member(archive, { name, start, size })
    at = start + size + padding(size)
  }
}

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > nameBytes) throw new UserError(`the name is too long for a backup: ${name}`)
  const head = Buffer.alloc(block)
  head.write(name, 0)
  head.write('0000600\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  if (size > octalMax) writeBase256(head, size)
  else head.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write('0', 156)
  head.write('ustar\x0000', 257)
  head.write(`${checksum(head).toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** GNU encoding of sizes above 8 GiB: first bit set, then a big-endian number. */
function writeBase256(head: Buffer, size: number) {
  head[124] = 0x80
  head.writeBigUInt64BE(BigInt(size), 128)
}

const sizeOf = (head: Buffer) =>
  ((head[124] ?? 0) & 0x80) !== 0 ? Number(head.readBigUInt64BE(128)) : octal(head, 124, 12)

/** Sum of all bytes of the header, with the checksum field as spaces. */
const checksum = (head: Buffer) => head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

const text = (head: Buffer, at: number, length: number) => {
  const raw = head.subarray(at, at + length)
  const end = raw.indexOf(0)
  return raw.subarray(0, end < 0 ? length : end).toString('utf8')
}
const octal = (head: Buffer, at: number, length: number) => Number.parseInt(text(head, at, length).trim() || '0', 8)
/** Zero bytes after a body. */
export const padding = (size: number) => (block - (size % block)) % block

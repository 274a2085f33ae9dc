import { createInflateRaw } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

/** Refusal of a zip file, with the number of bytes inflated before it. */
export class BadZip extends Error {
  constructor(
    readonly reason: 'broken' | 'tooLarge',
    readonly inflated = 0,
  ) {
    super(reason)
  }
}

interface ZipLimits {
  /** Maximum unpacked size of all members together. */
  bytes: number
  members: number
}

/**
 * Returns the members of a zip file by name; for parser workers. Refuses files that two readers may read differently:
 * ZIP64, sizes or names that differ between directory and local header, members that inflate to another size than
 * stated. The stated sizes are checked against the limits before inflating, and the inflated bytes against the stated
 * sizes.
 * @throws BadZip
 */
export async function unpackZip(bytes: Bytes, limits: ZipLimits): Promise<Map<string, Uint8Array>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readDirectory(bytes, view, limits.members)
  if (entries.reduce((sum, { size }) => sum + size, 0) > limits.bytes) throw new BadZip('tooLarge')
  const members = new Map<string, Uint8Array>()
  let inflated = 0
  for (const entry of entries) {
    const content = await unpackEntry(bytes.subarray(...dataRange(view, bytes, entry)), entry, inflated)
    inflated += content.length
    if (Bun.hash.crc32(content) !== entry.crc || members.has(entry.name)) throw new BadZip('broken', inflated)
    members.set(entry.name, content)
  }
  return members
}

/** Member of an opened zip file; `chunks` inflates it once, in parts, and nothing beyond its stated size. */
export interface ZipMember {
  size: number
  chunks(): AsyncGenerator<Uint8Array>
}

/**
 * Returns the members of a zip file by name without inflating them, for members too large to hold. Refuses the same
 * files as `unpackZip`, but for wrong checksums. @throws BadZip
 */
export function openZip(bytes: Bytes, maxMembers: number): Map<string, ZipMember> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const members = new Map<string, ZipMember>()
  for (const entry of readDirectory(bytes, view, maxMembers)) {
    const content = () => bytes.subarray(...dataRange(view, bytes, entry))
    if (members.has(entry.name)) throw new BadZip('broken')
    members.set(entry.name, { size: entry.size, chunks: () => chunksOf(content(), entry) })
  }
  return members
}

async function* chunksOf(content: Bytes, { method, size }: Entry): AsyncGenerator<Uint8Array> {
  if (method === stored) {
    if (content.length !== size) throw new BadZip('broken')
    yield content
  } else yield* inflatedChunks(content, size, 0)
}

interface Entry {
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  /** Offset of the local header. */
  at: number
}

const signatures = { end: 0x06054b50, locator64: 0x07064b50, directory: 0x02014b50, local: 0x04034b50 }
const endBytes = 22
const locatorBytes = 20
const entryBytes = 46
const localBytes = 30
const stored = 0
const deflated = 8
const isEncrypted = 1
const sizesFollow = 8
/** Values of 16-bit and 32-bit fields that mean "the value is in the ZIP64 record". */
const zip64Marker16 = 0xffff
const zip64Marker32 = 0xffffffff
const maxCommentBytes = 0xffff

/** Returns the entries of the directory at the end of the file. @throws BadZip */
function readDirectory(bytes: Bytes, view: DataView, maxMembers: number): Entry[] {
  const end = findEnd(view)
  const [count, size, start] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ]
  const is64 = count === zip64Marker16 || size === zip64Marker32 || start === zip64Marker32 || hasLocator(view, end)
  if (is64 || count !== view.getUint16(end + 8, true) || start + size > end) throw new BadZip('broken')
  if (count > maxMembers) throw new BadZip('tooLarge')
  const entries: Entry[] = []
  let at = start
  for (let left = count; left > 0; left--) {
    if (at + entryBytes > start + size || view.getUint32(at, true) !== signatures.directory) throw new BadZip('broken')
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    entries.push(readEntry(bytes, view, at, name))
    at += entryBytes + name + extra + comment
  }
  return entries
}

/** Offset of the end record, which only a comment of up to 64 KiB may follow. @throws BadZip without one */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endBytes - maxCommentBytes)
  for (let at = view.byteLength - endBytes; at >= first; at--)
    if (view.getUint32(at, true) === signatures.end) return at
  throw new BadZip('broken')
}

const hasLocator = (view: DataView, end: number) =>
  end >= locatorBytes && view.getUint32(end - locatorBytes, true) === signatures.locator64

function readEntry(bytes: Bytes, view: DataView, at: number, nameLength: number): Entry {
  const entry = {
    name: textAt(bytes, at + entryBytes, nameLength),
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    at: view.getUint32(at + 42, true),
  }
  if ([entry.packed, entry.size, entry.at].includes(zip64Marker32)) throw new BadZip('broken')
  if ((entry.flags & isEncrypted) !== 0 || (entry.method !== stored && entry.method !== deflated))
    throw new BadZip('broken')
  return entry
}

/** Decodes a name as Latin-1, which gives different bytes different names. */
const textAt = (bytes: Bytes, from: number, length: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, from + length)

/** Range of a member's packed data. @throws BadZip where the local header differs from the directory */
function dataRange(view: DataView, bytes: Bytes, entry: Entry): [from: number, to: number] {
  const { at, name, method, packed, size, flags } = entry
  if (at + localBytes > bytes.length || view.getUint32(at, true) !== signatures.local) throw new BadZip('broken')
  const [nameLength, extra] = [view.getUint16(at + 26, true), view.getUint16(at + 28, true)]
  const agrees = (field: number, value: number) => {
    const local = view.getUint32(at + field, true)
    return local === value || (local === 0 && (flags & sizesFollow) !== 0)
  }
  const isSame = textAt(bytes, at + localBytes, nameLength) === name && view.getUint16(at + 8, true) === method
  const from = at + localBytes + nameLength + extra
  if (!isSame || !agrees(18, packed) || !agrees(22, size) || from + packed > bytes.length) throw new BadZip('broken')
  return [from, from + packed]
}

async function unpackEntry(content: Bytes, { method, size }: Entry, before: number): Promise<Uint8Array> {
  if (method === stored && content.length !== size) throw new BadZip('broken', before)
  return method === stored ? content : inflateExactly(content, size, before)
}

const chunkSize = 64 * 1024

/** Inflates exactly `size` bytes. @throws BadZip */
async function inflateExactly(content: Bytes, size: number, before: number): Promise<Uint8Array> {
  const whole = new Uint8Array(size)
  let inflated = 0
  for await (const chunk of inflatedChunks(content, size, before)) {
    whole.set(chunk, inflated)
    inflated += chunk.length
  }
  return whole
}

/** Inflates exactly `size` bytes in chunks; stops at the first chunk beyond them. @throws BadZip */
async function* inflatedChunks(content: Bytes, size: number, before: number): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw({ chunkSize })
  let inflated = 0
  try {
    inflater.end(content)
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      inflated += chunk.length
      if (inflated > size) break
      yield chunk
    }
  } catch (error) {
    throw error instanceof BadZip ? error : new BadZip('broken', before + inflated)
  } finally {
    inflater.destroy()
  }
  if (inflated !== size) throw new BadZip('broken', before + inflated)
}

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

export interface ZipLimits {
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

/** Inflates exactly `size` bytes; stops at the first chunk beyond them. @throws BadZip */
async function inflateExactly(content: Bytes, size: number, before: number): Promise<Uint8Array> {
  const inflater = createInflateRaw({ chunkSize })
  const whole = new Uint8Array(size)
  let inflated = 0
  const refuse = (error: Error) => (error instanceof BadZip ? error : new BadZip('broken', before + inflated))
  try {
    inflater.end(content)
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      inflated += chunk.length
      if (inflated > size) throw new BadZip('broken', before + inflated)
      whole.set(chunk, inflated - chunk.length)
    }
  } catch (error) {
    throw refuse(error as Error)
  } finally {
    inflater.destroy()
  }
  if (inflated !== size) throw new BadZip('broken', before + inflated)
  return whole
}

/**
 * Returns a zip file with these members uncompressed: a library that reads it inflates nothing beyond the checked
 * bytes.
 */
export function storedZip(members: Map<string, Uint8Array>): Bytes {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const [name, content] of members) {
    const written = Buffer.from(name, 'latin1')
    const facts = { crc: Bun.hash.crc32(content), size: content.length, name: written.length }
    const header = headerOf(localBytes, signatures.local, 8, facts)
    const entry = headerOf(entryBytes, signatures.directory, 10, facts)
    entry.setUint32(42, at, true)
    parts.push(bytesOf(header), written, content)
    directory.push(bytesOf(entry), written)
    at += localBytes + written.length + content.length
  }
  const end = new DataView(new ArrayBuffer(endBytes))
  end.setUint32(0, signatures.end, true)
  for (const field of [8, 10]) end.setUint16(field, members.size, true)
  end.setUint32(
    12,
    directory.reduce((sum, { length }) => sum + length, 0),
    true,
  )
  end.setUint32(16, at, true)
  return new Uint8Array(Buffer.concat([...parts, ...directory, bytesOf(end)]))
}

/** Builds a header in which method (0, stored), checksum and sizes start at offset `method`. */
function headerOf(
  length: number,
  signature: number,
  method: number,
  facts: { crc: number; size: number; name: number },
) {
  const header = new DataView(new ArrayBuffer(length))
  header.setUint32(0, signature, true)
  header.setUint32(method + 6, facts.crc, true)
  for (const field of [10, 14]) header.setUint32(method + field, facts.size, true)
  header.setUint16(method + 18, facts.name, true)
  return header
}

const bytesOf = ({ buffer }: DataView) => new Uint8Array(buffer as ArrayBuffer)

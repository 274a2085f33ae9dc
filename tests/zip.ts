import { deflateRawSync } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

/** Member of a zip archive; optional fields replace the true values in its headers. */
export interface Member {
  name: string
  content: Uint8Array | string
  /** Uncompressed size stated in the directory. */
  size?: number
  /** Sizes and name stated in the local header, where they differ from the directory. */
  local?: { size?: number; packed?: number; name?: string }
  /** General purpose flags; flag 8 means that the sizes follow the data and are 0 in the local header. */
  flags?: number
  method?: number
}

export interface Inconsistencies {
  /** Adds a ZIP64 record whose directory lists these members instead, and refers to it by these fields of the end record. */
  zip64?: { members: Member[]; through: 'count' | 'size' | 'offset' }
  /** Number of entries that the end record states. */
  count?: number
  comment?: string
}

/** Zip file, deflated at level 1, which is fast for hundreds of megabytes of one repeated byte. */
export function zipOf(members: Member[], { zip64, count = members.length, comment = '' }: Inconsistencies = {}): Bytes {
  const parts: Uint8Array[] = []
  const directory = directoryOf(members, parts)
  const hidden = zip64 && directoryOf(zip64.members, parts)
  const at = lengthOf(parts)
  parts.push(...directory)
  const end = end32(count, lengthOf(directory), at, comment)
  if (zip64 && hidden) {
    const hiddenAt = lengthOf(parts)
    parts.push(...hidden)
    parts.push(...end64(zip64.members.length, lengthOf(hidden), hiddenAt, lengthOf(parts)))
    if (zip64.through === 'count') end.writeUInt16LE(0xffff, 10)
    if (zip64.through === 'size') end.writeUInt32LE(0xffffffff, 12)
    if (zip64.through === 'offset') end.writeUInt32LE(0xffffffff, 16)
  }
  return new Uint8Array(Buffer.concat([...parts, end, Buffer.from(comment)]))
}

const lengthOf = (parts: Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0)

/** Appends the members to `parts`; returns their directory entries. */
function directoryOf(members: Member[], parts: Uint8Array[]): Uint8Array[] {
  return members.flatMap(({ name, content, size, local = {}, flags = 0, method = 8 }) => {
    const at = lengthOf(parts)
    const bytes = Buffer.from(content as Uint8Array)
    const packed = method === 8 ? deflateRawSync(bytes, { level: 1 }) : bytes
    const later = (flags & 8) !== 0
    const own = [local.packed ?? (later ? 0 : packed.length), local.size ?? (later ? 0 : bytes.length)] as const
    const crc = Bun.hash.crc32(bytes)
    const fields = { flags, method, crc }
    parts.push(localHeader(local.name ?? name, { ...fields, packed: own[0], size: own[1] }), packed)
    return [directoryEntry(name, { ...fields, packed: packed.length, size: size ?? bytes.length }, at)]
  })
}

interface EntryFields {
  flags: number
  method: number
  crc: number
  packed: number
  size: number
}

function localHeader(name: string, fields: EntryFields): Uint8Array {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  writeFields(header, 6, fields)
  header.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([header, Buffer.from(name)])
}

function directoryEntry(name: string, fields: EntryFields, at: number): Uint8Array {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  writeFields(entry, 8, fields)
  entry.writeUInt16LE(Buffer.byteLength(name), 28)
  entry.writeUInt32LE(at, 42)
  return Buffer.concat([entry, Buffer.from(name)])
}

function writeFields(into: Buffer, at: number, { flags, method, crc, packed, size }: EntryFields) {
  into.writeUInt16LE(flags, at)
  into.writeUInt16LE(method, at + 2)
  into.writeUInt32LE(crc, at + 8)
  into.writeUInt32LE(packed, at + 12)
  into.writeUInt32LE(size, at + 16)
}

function end32(count: number, size: number, at: number, comment: string): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return end
}

/** ZIP64 end record, and the locator that precedes the usual end record. */
function end64(count: number, size: number, at: number, recordAt: number): Uint8Array[] {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(recordAt), 8)
  locator.writeUInt32LE(1, 16)
  return [record, locator]
}

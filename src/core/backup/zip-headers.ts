/** Records of the zip format (PKWARE APPNOTE 6.3.10 §4.3): stored members with names in UTF-8, ZIP64 for large files. */

export interface ZipEntry {
  name: string
  /** Position of the local header. */
  at: number
  size: number
  crc: number
}

const max32 = 0xffff_ffff
const max16 = 0xffff
const utf8Flag = 0x800
const version = { usual: 20, zip64: 45 }
/** 1 January 1980, the earliest date; the documents inside state their own times. */
const dosDate = 0x21

/** @throws Error for a member of 4 GB, which no file of a customer reaches */
export function localHeader({ name, size, crc }: ZipEntry): Uint8Array {
  if (size >= max32) throw new Error(`${name} is too large for a zip file`)
  const bytes = Buffer.from(name)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(version.usual, 4)
  writeFacts(header, 6, { size, crc, nameLength: bytes.length })
  return Buffer.concat([header, bytes])
}

export function centralHeader({ name, at, size, crc }: ZipEntry): Uint8Array {
  const bytes = Buffer.from(name)
  const extra = at < max32 ? Buffer.alloc(0) : zip64Position(at)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(version.zip64, 4)
  header.writeUInt16LE(at < max32 ? version.usual : version.zip64, 6)
  writeFacts(header, 8, { size, crc, nameLength: bytes.length })
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(Math.min(at, max32), 42)
  return Buffer.concat([header, bytes, extra])
}

/** Flags, method, date, checksum, both sizes and the length of the name, in the order of both headers. */
function writeFacts(
  header: Buffer,
  at: number,
  { size, crc, nameLength }: { size: number; crc: number; nameLength: number },
) {
  header.writeUInt16LE(utf8Flag, at)
  header.writeUInt16LE(dosDate, at + 6)
  header.writeUInt32LE(crc, at + 8)
  header.writeUInt32LE(size, at + 12)
  header.writeUInt32LE(size, at + 16)
  header.writeUInt16LE(nameLength, at + 20)
}

function zip64Position(at: number): Buffer {
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(at), 4)
  return extra
}

/** End of a file whose directory of `count` members begins at `start` and has `size` bytes. */
export function endOfZip(count: number, start: number, size: number): Uint8Array {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, max16), 8)
  end.writeUInt16LE(Math.min(count, max16), 10)
  end.writeUInt32LE(Math.min(size, max32), 12)
  end.writeUInt32LE(Math.min(start, max32), 16)
  return count < max16 && start < max32 && size < max32 ? end : Buffer.concat([end64(count, start, size), end])
}

/** End record of ZIP64, and its locator. */
function end64(count: number, start: number, size: number): Buffer {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(version.zip64, 12)
  end.writeUInt16LE(version.zip64, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(start + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end, locator])
}

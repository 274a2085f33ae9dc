type Bytes = Uint8Array<ArrayBuffer>

const signatures = { end: 0x06054b50, directory: 0x02014b50, local: 0x04034b50 }
const endBytes = 22
const entryBytes = 46
const localBytes = 30

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

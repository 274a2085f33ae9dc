/** Reads and writes the Ogg container of a voice note (RFC 3533, RFC 7845): one Opus stream, without decoding. */

interface OggOpus {
  /** OpusHead and OpusTags packets, unchanged. */
  head: Uint8Array
  tags: Uint8Array
  packets: Uint8Array[]
  /** Samples at 48 kHz up to the end, pre-skip included; fewer than the packets contain if the end is trimmed. */
  granule: bigint
}
/** Packet with its duration in samples at 48 kHz. */
export interface TimedPacket {
  data: Uint8Array
  samples: number
}

const capture = 0x4f676753
const headerBytes = 27
const mostSegments = 255
const fullSegment = 255
/** About one second per page, so that players can seek and a damaged page costs little. */
const packetsPerPage = 16
const firstPage = 2
const lastPage = 4

/** @throws RangeError if the bytes are not one complete Ogg stream */
export function readOgg(bytes: Uint8Array): OggOpus {
  const packets: Uint8Array[] = []
  let open: Uint8Array[] = []
  let granule = 0n
  for (const page of pagesOf(bytes)) {
    if (page.granule >= 0n) granule = page.granule
    for (const segment of page.segments) {
      open.push(segment)
      // A full segment continues the packet, also in the next page.
      if (segment.length === fullSegment) continue
      packets.push(joined(open))
      open = []
    }
  }
  const [head, tags, ...audio] = packets
  if (!head || !tags) throw new RangeError('no Opus headers')
  return { head, tags, packets: audio, granule }
}

function* pagesOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length; ) {
    if (at + headerBytes > bytes.length || view.getUint32(at) !== capture) throw new RangeError('not an Ogg page')
    const count = view.getUint8(at + 26)
    const lengths = bytes.subarray(at + headerBytes, at + headerBytes + count)
    let data = at + headerBytes + count
    const segments = [...lengths].map((length) => {
      data += length
      return bytes.subarray(data - length, data)
    })
    if (data > bytes.length) throw new RangeError('an Ogg page is cut short')
    yield { granule: view.getBigInt64(at + 6, true), segments }
    at = data
  }
}

export function writeOgg(stream: { head: Uint8Array; tags: Uint8Array; packets: TimedPacket[]; granule: bigint }) {
  const serial = crypto.getRandomValues(new Uint32Array(1))[0]!
  const pages = [page(serial, 0, [stream.head], 0n, firstPage), page(serial, 1, [stream.tags], 0n, 0)]
  let played = 0n
  for (let at = 0; at < stream.packets.length; at += packetsPerPage) {
    const group = stream.packets.slice(at, at + packetsPerPage)
    played += BigInt(group.reduce((sum, { samples }) => sum + samples, 0))
    const isLast = at + packetsPerPage >= stream.packets.length
    const data = group.map((packet) => packet.data)
    pages.push(page(serial, pages.length, data, isLast ? stream.granule : played, isLast ? lastPage : 0))
  }
  return joined(pages)
}

function page(serial: number, sequence: number, packets: Uint8Array[], granule: bigint, flags: number): Uint8Array {
  const lacing = packets.flatMap(({ length }) => [...Array(Math.floor(length / 255)).fill(255), length % 255])
  if (lacing.length > mostSegments) throw new RangeError('packets too large for one page')
  const header = new Uint8Array(headerBytes + lacing.length)
  const view = new DataView(header.buffer)
  view.setUint32(0, capture)
  view.setUint8(5, flags)
  view.setBigInt64(6, granule, true)
  view.setUint32(14, serial, true)
  view.setUint32(18, sequence, true)
  view.setUint8(26, lacing.length)
  header.set(lacing, headerBytes)
  const whole = joined([header, ...packets])
  new DataView(whole.buffer).setUint32(22, checksum(whole), true)
  return whole
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value
})

/** CRC-32 of Ogg: polynomial 0x04c11db7, not reflected, initial value 0; the checksum field itself counts as zero. */
export function checksum(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = (crc << 8) ^ crcTable[((crc >>> 24) ^ byte) & 255]!
  return crc >>> 0
}

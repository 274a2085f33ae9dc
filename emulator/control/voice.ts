import { opusPackets } from './sample-data'

const packetSeconds = 0.06
const samplesPerPacket = 48_000 * packetSeconds
const packetsPerPage = 16
const streamSerial = 0x42_41_4c_43

/** Voice note in Ogg with Opus, as phones record it: the same tune, repeated up to the given length. */
export function createVoiceNote(seconds: number): Buffer {
  const tune = readPackets()
  const packetCount = Math.max(1, Math.round(seconds / packetSeconds))
  const packets = Array.from({ length: packetCount }, (_, index) => tune[index % tune.length]!)
  const pages = [oggPage(0, 2, 0, [opusHead()]), oggPage(1, 0, 0, [opusTags()])]
  for (let first = 0; first < packetCount; first += packetsPerPage) {
    const last = Math.min(first + packetsPerPage, packetCount)
    pages.push(oggPage(pages.length, last === packetCount ? 4 : 0, last * samplesPerPacket, packets.slice(first, last)))
  }
  return Buffer.concat(pages)
}

/** Waveform of 64 values from 0 to 100, similar to speech; the same for the same seed. */
export function createWaveform(seed: number): number[] {
  return Array.from({ length: 64 }, (_, index) => {
    const slow = Math.abs(Math.sin((index + seed) * 0.37)) * 60
    const fast = Math.abs(Math.sin((index * 2.3 + seed) * 1.7)) * 35
    return Math.round(Math.min(100, slow + fast + 4))
  })
}

function readPackets(): Buffer[] {
  const bytes = Buffer.from(opusPackets, 'base64')
  const packets: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 1 + bytes[at]!) packets.push(bytes.subarray(at + 1, at + 1 + bytes[at]!))
  return packets
}

/** Identification header: mono, 48 kHz, 312 samples to skip (RFC 7845 §5.1). */
function opusHead(): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head.set([1, 1], 8)
  head.writeUInt16LE(312, 10)
  head.writeUInt32LE(48_000, 12)
  return head
}

function opusTags(): Buffer {
  const tags = Buffer.alloc(24)
  tags.write('OpusTags')
  tags.writeUInt32LE(8, 8)
  tags.write('emulator', 12)
  return tags
}

/** Ogg page (RFC 3533 §6). Packets are shorter than 255 bytes, so each takes one lacing value. */
function oggPage(sequence: number, flags: number, position: number, packets: Buffer[]): Buffer {
  const head = Buffer.alloc(27 + packets.length)
  head.write('OggS')
  head[5] = flags
  head.writeBigUInt64LE(BigInt(position), 6)
  head.writeUInt32LE(streamSerial, 14)
  head.writeUInt32LE(sequence, 18)
  head[26] = packets.length
  for (const [index, packet] of packets.entries()) head[27 + index] = packet.length
  const whole = Buffer.concat([head, ...packets])
  whole.writeUInt32LE(checksum(whole), 22)
  return whole
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

const checksum = (bytes: Buffer) =>
  bytes.reduce((sum, byte) => ((sum << 8) ^ crcTable[((sum >>> 24) ^ byte) & 0xff]!) >>> 0, 0)

import { readOgg, type TimedPacket, writeOgg } from './ogg'

/** Frame length in samples at 48 kHz by the upper five bits of a packet's first byte (RFC 6716 table 2). */
const frameSamples = (toc: number): number => {
  const config = toc >> 3
  if (config < 12) return [480, 960, 1920, 2880][config & 3]!
  if (config < 16) return [480, 960][config & 1]!
  return [120, 240, 480, 960][config & 3]!
}

const code = (toc: number) => toc & 3
const framesPerPacket = 3

/** Frames in one packet (RFC 6716 §3.2). */
const frameCount = (packet: Uint8Array) => {
  const kind = code(packet[0]!)
  if (kind === 3) return (packet[1] ?? 1) & 63
  return kind === 0 ? 1 : 2
}

/**
 * Joins three 20 ms frames into one packet of 60 ms, as WhatsApp's own voice notes have them: iPhones are reported
 * to refuse packets of a single frame. The frames are moved, not decoded; the sound stays the same to the bit.
 */
export function repacketise(packets: Uint8Array[]): TimedPacket[] {
  const out: TimedPacket[] = []
  for (let at = 0; at < packets.length; ) {
    const first = packets[at]!
    const group = packets.slice(at, at + runLength(packets, at))
    const samples = frameSamples(first[0]!)
    if (group.length > 1) out.push({ data: joinFrames(group), samples: samples * group.length })
    else out.push({ data: first, samples: samples * frameCount(first) })
    at += group.length
  }
  return out
}

/** How many packets from here on can share one: single 20 ms frames of the same configuration. */
function runLength(packets: Uint8Array[], at: number): number {
  const toc = packets[at]![0]!
  if (code(toc) !== 0 || frameSamples(toc) !== 960) return 1
  let length = 1
  while (length < framesPerPacket && packets[at + length]?.[0] === toc) length++
  return length
}

/** A code 3 packet, variable bit rate, no padding (RFC 6716 §3.2.5): all lengths but the last are written. */
function joinFrames(packets: Uint8Array[]): Uint8Array {
  const frames = packets.map((packet) => packet.subarray(1))
  const lengths = frames.slice(0, -1).flatMap(({ length }) => frameLength(length))
  const variableRate = 0x80
  return Uint8Array.from([
    packets[0]![0]! | 3,
    variableRate | frames.length,
    ...lengths,
    ...frames.flatMap((frame) => [...frame]),
  ])
}

/** One byte up to 251, else two: the first keeps the remainder of four (RFC 6716 §3.2.1). */
function frameLength(length: number): number[] {
  if (length < 252) return [length]
  const low = 252 + (length & 3)
  return [low, (length - low) / 4]
}

/** A whole voice note, its frames regrouped. @throws RangeError when it is not Ogg/Opus. */
export function repacketiseOgg(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const stream = readOgg(bytes)
  return writeOgg({ ...stream, packets: repacketise(stream.packets) })
}

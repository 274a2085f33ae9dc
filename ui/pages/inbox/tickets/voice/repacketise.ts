import { readOgg, type TimedPacket, writeOgg } from './ogg'

/** Frame length in samples at 48 kHz, from the upper five bits of a packet's first byte (RFC 6716 table 2). */
const frameSamples = (toc: number): number => {
  const config = toc >> 3
  if (config < 12) return [480, 960, 1920, 2880][config & 3]!
  if (config < 16) return [480, 960][config & 1]!
  return [120, 240, 480, 960][config & 3]!
}

const code = (toc: number) => toc & 3
const framesPerPacket = 3

/** Number of frames in a packet (RFC 6716 §3.2). */
const frameCount = (packet: Uint8Array) => {
  const kind = code(packet[0]!)
  if (kind === 3) return (packet[1] ?? 1) & 63
  return kind === 0 ? 1 : 2
}

/**
 * Joins three 20 ms frames into a packet of 60 ms, like WhatsApp's own voice notes; iPhones are reported to reject
 * packets of one frame. Frames are moved, not decoded.
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

/** Number of packets from here that can be joined: single 20 ms frames with the same configuration. */
function runLength(packets: Uint8Array[], at: number): number {
  const toc = packets[at]![0]!
  if (code(toc) !== 0 || frameSamples(toc) !== 960) return 1
  let length = 1
  while (length < framesPerPacket && packets[at + length]?.[0] === toc) length++
  return length
}

/** Packet of code 3 with variable bit rate and no padding (RFC 6716 §3.2.5): all lengths except the last are stored. */
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

/** Frame length as one byte up to 251, otherwise two (RFC 6716 §3.2.1). */
function frameLength(length: number): number[] {
  if (length < 252) return [length]
  const low = 252 + (length & 3)
  return [low, (length - low) / 4]
}

/** Regroups the frames of a voice note. @throws RangeError if it is not Ogg/Opus */
export function repacketiseOgg(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const stream = readOgg(bytes)
  return writeOgg({ ...stream, packets: repacketise(stream.packets) })
}

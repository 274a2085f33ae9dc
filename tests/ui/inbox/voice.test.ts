import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checksum, readOgg, writeOgg } from '../../../ui/pages/inbox/tickets/voice/ogg'
import { repacketise, repacketiseOgg } from '../../../ui/pages/inbox/tickets/voice/repacketise'
import { loudness, waveform } from '../../../ui/pages/inbox/tickets/voice/waveform'

/** SILK wideband, 20 ms, mono, one frame. */
const toc = 0x48
const packet = (frame: Uint8Array, first = toc) => Uint8Array.from([first, ...frame])
const head = new TextEncoder().encode('OpusHead\x01\x01\x38\x01\x80\x3e\x00\x00\x00\x00\x00')
const tags = new TextEncoder().encode('OpusTags')

/** Independent reader of RFC 6716 §3.2: frames of a packet. */
function frames(data: Uint8Array): Uint8Array[] {
  if ((data[0]! & 3) === 0) return [data.slice(1)]
  const count = data[1]! & 63
  const lengths: number[] = []
  let at = 2
  while (lengths.length < count - 1) {
    const low = data[at++]!
    lengths.push(low < 252 ? low : low + 4 * data[at++]!)
  }
  const out = lengths.map((length) => {
    at += length
    return data.slice(at - length, at)
  })
  return [...out, data.slice(at)]
}

const anyFrame = fc.uint8Array({ maxLength: 1275 })
const anyFrames = fc.array(anyFrame, { maxLength: 40 })

describe('voice note', () => {
  test('joining frames keeps every byte and the duration', () => {
    fc.assert(
      fc.property(anyFrames, (given) => {
        const joined = repacketise(given.map((frame) => packet(frame)))
        expect(joined.flatMap(({ data }) => frames(data))).toEqual(given.map((frame) => Uint8Array.from(frame)))
        expect(joined.reduce((sum, { samples }) => sum + samples, 0)).toBe(given.length * 960)
        expect(joined.length).toBe(Math.ceil(given.length / 3))
      }),
      { numRuns: 100 },
    )
  })

  test('only single 20 ms frames of equal configuration are joined', () => {
    const ten = packet(new Uint8Array([1]), 0x40)
    const three = Uint8Array.from([toc | 3, 0x82, 1, 7, 8])
    const other = packet(new Uint8Array([2]), 0x08)
    const out = repacketise([packet(new Uint8Array([1])), other, ten, ten, three])
    expect(out.map(({ samples }) => samples)).toEqual([960, 960, 480, 480, 1920])
  })

  test('a written Ogg stream is read back, and every page has a valid checksum', () => {
    fc.assert(
      fc.property(anyFrames, (given) => {
        const packets = given.map((frame) => ({ data: packet(frame), samples: 960 }))
        const bytes = writeOgg({ head, tags, packets, granule: 12_345n })
        const read = readOgg(bytes)
        expect(read.head).toEqual(head)
        expect(read.packets).toEqual(packets.map(({ data }) => data))
        if (given.length > 0) expect(read.granule).toBe(12_345n)
        for (const page of pages(bytes)) {
          const stored = new DataView(page.buffer).getUint32(22, true)
          new DataView(page.buffer).setUint32(22, 0, true)
          expect(checksum(page)).toBe(stored)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('a regrouped voice note keeps its trimmed end', () => {
    const packets = Array.from({ length: 50 }, (_, at) => ({ data: packet(Uint8Array.of(at, 1, 2)), samples: 960 }))
    const out = readOgg(repacketiseOgg(writeOgg({ head, tags, packets, granule: 47_000n })))
    expect(out.granule).toBe(47_000n)
    expect(out.packets.length).toBe(17)
  })

  test('bytes that are not Ogg are refused', () => {
    expect(() => readOgg(new Uint8Array(100))).toThrow(RangeError)
    expect(() => readOgg(new Uint8Array(0))).toThrow(RangeError)
  })

  test('a waveform has 64 values from 0 to 100, whatever the length', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { maxLength: 500 }), (levels) => {
        const bars = waveform(levels)
        expect(bars.length).toBe(64)
        expect(bars.every((bar) => Number.isInteger(bar) && bar >= 0 && bar <= 100)).toBe(true)
      }),
    )
    expect(Math.max(...waveform([0.1, 0.5, 0.2]))).toBe(100)
    expect(loudness([1, -1])).toBe(1)
    expect(loudness([])).toBe(0)
  })
})

function pages(bytes: Uint8Array): Uint8Array[] {
  const out: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const segments = bytes[at + 26]!
    const size = bytes.slice(at + 27, at + 27 + segments).reduce((sum, length) => sum + length, 27 + segments)
    out.push(bytes.slice(at, at + size))
    at += size
  }
  return out
}

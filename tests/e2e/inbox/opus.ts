import { expect } from 'bun:test'

/** Expects a complete Ogg Opus stream: head, tags, pages in sequence with begin and end flags (RFC 3533, RFC 7845). */
export function expectOpus(bytes: Buffer) {
  const pages: { type: number; sequence: number; body: Buffer }[] = []
  for (let at = 0; at < bytes.length; ) {
    expect(bytes.toString('latin1', at, at + 4)).toBe('OggS')
    const segments = [...bytes.subarray(at + 27, at + 27 + bytes[at + 26]!)]
    const body = at + 27 + segments.length
    const size = segments.reduce((sum, one) => sum + one, 0)
    pages.push({ type: bytes[at + 5]!, sequence: bytes.readUInt32LE(at + 18), body: bytes.subarray(body, body + size) })
    at = body + size
  }
  expect(pages[0]!.body.toString('latin1', 0, 8)).toBe('OpusHead')
  expect(pages[1]!.body.toString('latin1', 0, 8)).toBe('OpusTags')
  expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index))
  expect([pages[0]!.type & 2, pages.at(-1)!.type & 4]).toEqual([2, 4])
}

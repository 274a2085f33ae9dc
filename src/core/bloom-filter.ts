import { createHash } from 'node:crypto'

/**
 * Bloom filter: a set of texts in a few bits each. It finds every text it was made of, and takes a small share of other
 * texts for members. Its first byte is the number of bits that are set per text; the others are the bits.
 */
export function createBloomFilter(texts: ReadonlySet<string>, falsePositives: number): Uint8Array {
  const perText = Math.round(-Math.log2(falsePositives))
  const bits = Math.ceil((texts.size * -Math.log(falsePositives)) / Math.LN2 ** 2)
  const filter = new Uint8Array(1 + Math.ceil(bits / 8))
  filter[0] = perText
  for (const text of texts)
    for (const bit of bitsOf(text, filter))
      filter[1 + (bit >> 3)] = (filter[1 + (bit >> 3)] as number) | (1 << (bit & 7))
  return filter
}

/** True for a text of the filter; rarely true for another one. */
export const bloomFilterHas = (filter: Uint8Array, text: string): boolean =>
  bitsOf(text, filter).every((bit) => ((filter[1 + (bit >> 3)] as number) & (1 << (bit & 7))) !== 0)

/** Bits of one text, by double hashing with the halves of a SHA-256 (Kirsch and Mitzenmacher, 2006). */
function bitsOf(text: string, filter: Uint8Array): number[] {
  const size = (filter.length - 1) * 8
  const hash = createHash('sha256').update(text).digest()
  const [start, step] = [hash.readUIntBE(0, 6), hash.readUIntBE(6, 6)]
  return Array.from({ length: filter[0] as number }, (_, at) => (start + at * step) % size)
}

import { describe, expect, test } from 'bun:test'
import { BytePace } from '../../src/core/process/byte-pace'
import { WorkSlices } from '../../src/core/process/work-slices'
import type { CompanyId } from '../../src/core/storage/schema'

const [busy, other] = [1, 2] as CompanyId[] as [CompanyId, CompanyId]
const mebibyte = 2 ** 20

/** A pace whose clock only its waits advance. */
function createPace() {
  let time = 5000
  const waits: number[] = []
  const sleep = async (ms: number) => {
    waits.push(ms)
    time += ms
  }
  return { pace: new BytePace({ now: () => time, sleep }), waits, now: () => time, rest: (ms: number) => (time += ms) }
}

async function* chunksOf(size: number, count: number) {
  for (let n = 0; n < count; n++) yield new Uint8Array(size).fill(n)
}

async function sizesOf(pieces: AsyncIterable<Uint8Array>) {
  const sizes: number[] = []
  for await (const { byteLength } of pieces) sizes.push(byteLength)
  return sizes
}

describe('BytePace', () => {
  test('24 MiB take as long as 23 MiB at 24 MiB per second, since the first pass without a wait', async () => {
    const { pace, waits, now } = createPace()
    const begun = now()
    await sizesOf(pace.pieces(busy, chunksOf(2 * mebibyte, 12)))
    expect(now() - begun).toBeCloseTo((23 / 24) * 1000, 3)
    expect(waits.length).toBe(92)
  })

  test('a chunk of 1.5 MiB is yielded in pieces of at most 256 KiB with the same bytes', async () => {
    const { pace } = createPace()
    const chunk = crypto.getRandomValues(new Uint8Array(65_536))
    const source = Buffer.concat(Array.from({ length: 24 }, () => chunk))
    const pieces = await Array.fromAsync(pace.pieces(busy, chunksFrom(source, new Uint8Array(3))))
    expect(pieces.map(({ byteLength }) => byteLength / 1024)).toEqual([256, 256, 256, 256, 256, 256, 3 / 1024])
    expect(Buffer.concat(pieces).equals(Buffer.concat([source, new Uint8Array(3)]))).toBe(true)
  })

  test('bodies of one company share its pace; another company does not wait', async () => {
    const { pace, waits } = createPace()
    await sizesOf(pace.pieces(busy, chunksOf(mebibyte, 1)))
    expect(waits).toEqual([])
    await sizesOf(pace.pieces(busy, chunksOf(256 * 1024, 1)))
    expect(waits.length).toBe(1)
    await sizesOf(pace.pieces(other, chunksOf(mebibyte, 1)))
    expect(waits.length).toBe(1)
  })

  test('a pause of a second allows one further MiB without a wait, not 24', async () => {
    const { pace, waits, rest } = createPace()
    await sizesOf(pace.pieces(busy, chunksOf(mebibyte, 1)))
    rest(1000)
    await sizesOf(pace.pieces(busy, chunksOf(mebibyte, 1)))
    expect(waits).toEqual([])
    await sizesOf(pace.pieces(busy, chunksOf(1024, 1)))
    expect(waits.length).toBe(1)
  })

  test('a chunk that its reader handles slower than the pace spreads over turns of the event loop', async () => {
    let time = 5000
    const now = () => time
    const sleep = () => Promise.reject(new Error('the reader is not ahead of the pace'))
    const pace = new BytePace({ now, sleep }, new WorkSlices(now))
    let [turns, isOver] = [0, false]
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    for await (const _ of pace.pieces(busy, chunksOf(4 * mebibyte, 1))) time += 20 // 10.4 ms are the pace
    isOver = true
    expect(turns).toBeGreaterThan(15)
  })

  test('a reader that stops early ends the source', async () => {
    const { pace } = createPace()
    let isEnded = false
    async function* source() {
      try {
        yield* chunksOf(mebibyte, 3)
      } finally {
        isEnded = true
      }
    }
    for await (const _ of pace.pieces(busy, source())) break
    expect(isEnded).toBe(true)
  })
})

async function* chunksFrom(...chunks: Uint8Array[]) {
  yield* chunks
}

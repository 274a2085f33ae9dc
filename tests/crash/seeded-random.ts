import { daySeed } from '../size'

/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export class SeededRandom {
  private state: number

  constructor(readonly seed: number) {
    this.state = seed >>> 0
  }

  /** Number from 0 (included) to 1 (excluded). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** True with this probability. */
  happens(share: number): boolean {
    return this.next() < share
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T
  }
}

/** Generator of one scenario with the seed of the day, which it prints: `TEST_SEED` repeats a failure. */
export function createSeededRandom(name: string): SeededRandom {
  process.stderr.write(`${name}: TEST_SEED=${daySeed}\n`)
  return new SeededRandom(daySeed ^ Bun.hash.crc32(name))
}

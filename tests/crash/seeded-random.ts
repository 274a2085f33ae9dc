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

/** Generator seeded by `CRASH_SEED`, else by a new seed; prints it, so that a failure can be repeated. */
export function createSeededRandom(name: string): SeededRandom {
  const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31))
  process.stderr.write(`${name}: CRASH_SEED=${seed}\n`)
  return new SeededRandom(seed)
}

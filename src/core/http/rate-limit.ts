import { AppError } from '../../shared/errors'
import { BoundedCache } from '../bounded-cache'

interface Bucket {
  tokens: number
  at: number
}

/** Milliseconds of a clock; replaced in tests. */
export type Clock = () => number

/**
 * Token buckets by key: `burst` at once, refilled evenly at `burst` per `seconds`. Memory is bounded: beyond `maxKeys`
 * the least recently used bucket is dropped and counts as full.
 */
export class Buckets {
  private readonly kept: BoundedCache<string, Bucket>

  constructor(
    private readonly burst: number,
    private readonly seconds: number,
    private readonly clock: Clock = Date.now,
    maxKeys = 20_000,
  ) {
    this.kept = new BoundedCache(maxKeys)
  }

  /** Takes one token. @throws ERR_RATE_LIMIT with `retryAfter` in whole seconds */
  take(key: string) {
    const bucket = this.refilled(key)
    if (bucket.tokens < 1) {
      const retryAfter = Math.ceil(((1 - bucket.tokens) * this.seconds) / this.burst - 1e-6)
      throw new AppError('ERR_RATE_LIMIT', { retryAfter })
    }
    bucket.tokens -= 1
  }

  /** Returns one token, for an attempt that turned out harmless. */
  giveBack(key: string) {
    const bucket = this.refilled(key)
    bucket.tokens = Math.min(this.burst, bucket.tokens + 1)
  }

  /** Fills the bucket. */
  forget(key: string) {
    this.kept.delete(key)
  }

  get size() {
    return this.kept.size
  }

  private refilled(key: string): Bucket {
    const now = this.clock()
    const bucket = this.kept.get(key) ?? { tokens: this.burst, at: now }
    bucket.tokens = Math.min(this.burst, bucket.tokens + ((now - bucket.at) / 1000 / this.seconds) * this.burst)
    bucket.at = now
    this.kept.set(key, bucket)
    return bucket
  }
}

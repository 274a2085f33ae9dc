import { AppError } from '../../shared/errors'
import { BoundedCache } from '../bounded-cache'
import { wideNetworkOf } from './client-info'

interface Bucket {
  tokens: number
  at: number
}

/** State of a limit: requests at once, those left now, and seconds until all are left again. */
export interface Rate {
  limit: number
  remaining: number
  reset: number
}

/** Milliseconds of a clock; replaced in tests. */
export type Clock = () => number

/**
 * Token buckets by key: `burst` at once, refilled evenly at `burst` per `seconds`. Memory is bounded: beyond `maxKeys`
 * the least recently used bucket is dropped and counts as full.
 */
export class Buckets {
  private readonly buckets: BoundedCache<string, Bucket>

  constructor(
    private readonly burst: number,
    private readonly seconds: number,
    private readonly clock: Clock = Date.now,
    maxKeys = 20_000,
  ) {
    this.buckets = new BoundedCache(maxKeys)
  }

  /**
   * Takes one token. @param burst of this key, where keys have limits of their own
   * @throws ERR_RATE_LIMIT with `retryAfter` in whole seconds
   */
  take(key: string, burst = this.burst) {
    const bucket = this.refilled(key, burst)
    if (bucket.tokens < 1) {
      const retryAfter = Math.ceil(((1 - bucket.tokens) * this.seconds) / burst - 1e-6)
      throw new AppError('ERR_RATE_LIMIT', { retryAfter })
    }
    bucket.tokens -= 1
  }

  /** State of the key's bucket, for headers of a response. */
  rateOf(key: string, burst = this.burst): Rate {
    const { tokens } = this.refilled(key, burst)
    const reset = Math.ceil(((burst - tokens) * this.seconds) / burst)
    return { limit: burst, remaining: Math.floor(tokens + 1e-6), reset }
  }

  /** Returns one token, for an attempt that turned out harmless. */
  giveBack(key: string) {
    const bucket = this.refilled(key)
    bucket.tokens = Math.min(this.burst, bucket.tokens + 1)
  }

  /** Fills the bucket. */
  forget(key: string) {
    this.buckets.delete(key)
  }

  get size() {
    return this.buckets.size
  }

  private refilled(key: string, burst = this.burst): Bucket {
    const now = this.clock()
    const bucket = this.buckets.get(key) ?? { tokens: burst, at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000 / this.seconds) * burst)
    bucket.at = now
    this.buckets.set(key, bucket)
    return bucket
  }
}

/**
 * Limits of strangers: token buckets by address, and by the /48 of an IPv6 address. One customer of a provider may have
 * a whole /48, with 65,536 addresses of the kind that `clientAddress` returns.
 */
export class AddressBuckets {
  private readonly addresses: Buckets
  private readonly networks: Buckets

  /** @param networkBurst requests of a whole /48; ten times those of an address by default */
  constructor(burst: number, seconds: number, clock?: Clock, networkBurst = 10 * burst) {
    this.addresses = new Buckets(burst, seconds, clock)
    this.networks = new Buckets(networkBurst, seconds, clock)
  }

  /** Takes one token of the address and one of its network. @throws ERR_RATE_LIMIT with `retryAfter` in whole seconds */
  take(ip: string) {
    this.addresses.take(ip)
    if (isInNetwork(ip)) this.networks.take(wideNetworkOf(ip))
  }

  /** Returns both tokens, for an attempt that turned out harmless. */
  giveBack(ip: string) {
    this.addresses.giveBack(ip)
    if (isInNetwork(ip)) this.networks.giveBack(wideNetworkOf(ip))
  }
}

const isInNetwork = (ip: string) => wideNetworkOf(ip) !== ip

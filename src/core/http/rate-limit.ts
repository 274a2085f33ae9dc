import { LRUCache } from 'lru-cache'
import { AppError } from '../../shared/errors'

interface Bucket {
  tokens: number
  at: number
}

/** Milliseconds since some start; replaced in tests. */
export type Clock = () => number

/**
 * Token buckets by key: `burst` at once, refilled evenly at `burst` per `seconds`. Memory is bounded: beyond `kept`
 * keys the one longest unused is forgotten, which means full again.
 */
export class Buckets {
  private readonly kept: LRUCache<string, Bucket>

  constructor(
    private readonly burst: number,
    private readonly seconds: number,
    private readonly clock: Clock = Date.now,
    maxKeys = 20_000,
  ) {
    this.kept = new LRUCache({ max: maxKeys })
  }

  /** Takes one token; throws ERR_RATE_LIMIT with `retryAfter` (whole seconds) when there is none. */
  take(key: string) {
    const bucket = this.refilled(key)
    if (bucket.tokens < 1) {
      const retryAfter = Math.ceil(((1 - bucket.tokens) * this.seconds) / this.burst - 1e-6)
      throw new AppError('ERR_RATE_LIMIT', { retryAfter })
    }
    bucket.tokens -= 1
  }

  /** Gives one token back: what it was taken for turned out harmless. */
  giveBack(key: string) {
    const bucket = this.refilled(key)
    bucket.tokens = Math.min(this.burst, bucket.tokens + 1)
  }

  /** Full again. */
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

const quarterHour = 15 * 60
const hour = 60 * 60

/** Every limit on how often somebody may ask (decisions.md, Behaviour; reliability.md §2). */
export const rateLimits = (clock?: Clock) => ({
  /** Wrong passwords for one e-mail from one address. */
  login: new Buckets(5, quarterHour, clock),
  /** Wrong passwords for one e-mail from everywhere; addresses it has been used from are exempt. */
  account: new Buckets(10, quarterHour, clock),
  /** Sign-in attempts of one address, whoever for: hashing is what they cost. */
  loginAddress: new Buckets(100, quarterHour, clock),
  /** E-mail and address pairs from which the account has been opened. */
  knownPlaces: new LRUCache<string, true>({ max: 20_000 }),
  /** Requests for a code of one address, whoever for, and for one person from everywhere. */
  forget: new Buckets(5, hour, clock),
  forgetAccount: new Buckets(3, hour, clock),
  /** Codes typed at one address. */
  resetTry: new Buckets(20, quarterHour, clock),
  /** Messages of one connection's token, by the API. */
  sendApi: new Buckets(20, 60, clock),
  /** Wrong codes of one person's second factor, from everywhere. */
  secondFactor: new Buckets(5, quarterHour, clock),
  signup: new Buckets(5, hour, clock),
  setup: new Buckets(10, hour, clock),
  refresh: new Buckets(120, 60, clock),
  /** What says that somebody has paid. */
  webhook: new Buckets(300, 60, clock),
  /** Everything else, per person: far above what hands can do, and an eighth of what the machine can. */
  person: new Buckets(30_000, 30, clock),
})
export type RateLimits = ReturnType<typeof rateLimits>

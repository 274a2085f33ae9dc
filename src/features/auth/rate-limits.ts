import { LRUCache } from 'lru-cache'
import { Buckets, type Clock } from '../../core/http/rate-limit'

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
  knownAddresses: new LRUCache<string, true>({ max: 20_000 }),
  /** Requests for a code of one address, whoever for, and for one person from everywhere. */
  resetRequest: new Buckets(5, hour, clock),
  resetRequestAccount: new Buckets(3, hour, clock),
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

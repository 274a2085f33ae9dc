import { BoundedCache } from '../../core/bounded-cache'
import { Buckets, type Clock } from '../../core/http/rate-limit'

const quarterHour = 15 * 60
const hour = 60 * 60

/**
 * Rate limits of the process (decisions.md, Behaviour; reliability.md §2). `Buckets(requests, seconds)` admits so many
 * requests per key in so many seconds.
 */
export const rateLimits = (clock?: Clock) => ({
  /** Wrong passwords for one e-mail from one address. */
  login: new Buckets(5, quarterHour, clock),
  /** Wrong passwords for one e-mail from all addresses; addresses from which it has signed in are exempt. */
  account: new Buckets(10, quarterHour, clock),
  /** Sign-in attempts of one address for any e-mail; limits the CPU time spent on hashing. */
  loginAddress: new Buckets(100, quarterHour, clock),
  /** Pairs of e-mail and address that have signed in: exempt from `account`. */
  knownAddresses: new BoundedCache<string, true>(20_000),
  /** Requests for a password reset code: of one address for any e-mail. */
  resetRequest: new Buckets(5, hour, clock),
  /** And for one e-mail from all addresses. */
  resetRequestAccount: new Buckets(3, hour, clock),
  /** Password reset codes tried by one address. */
  resetTry: new Buckets(20, quarterHour, clock),
  /** Messages sent through the API with one connection's token. */
  sendApi: new Buckets(20, 60, clock),
  /** Wrong codes of one person's second factor, from all addresses. */
  secondFactor: new Buckets(5, quarterHour, clock),
  signup: new Buckets(5, hour, clock),
  setup: new Buckets(10, hour, clock),
  refresh: new Buckets(120, 60, clock),
  /** Notifications of payment services. */
  webhook: new Buckets(300, 60, clock),
  /** All other requests of one person: far more than a person causes, and an eighth of what the machine serves. */
  person: new Buckets(30_000, 30, clock),
})
export type RateLimits = ReturnType<typeof rateLimits>

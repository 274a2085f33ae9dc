import { Buckets } from '../../core/http/rate-limit'
import type { Scope } from '../../core/scope'

/** Calls to services that a company's trials may make: at once, and per minute. */
const callsPerMinute = 60
const bucketsOf = new WeakMap<object, Buckets>()

/** Counts one call of a trial to a service. @throws ERR_RATE_LIMIT */
export function takeTrialCall({ ports, companyId }: Scope) {
  const buckets = bucketsOf.get(ports) ?? new Buckets(callsPerMinute, 60)
  bucketsOf.set(ports, buckets)
  buckets.take(`${companyId}`)
}

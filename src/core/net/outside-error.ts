import type { OutsideProblem } from '../../shared/deliveries'
import { AddressBlockedError } from './safe-fetch'

/** A request without an answer. Its text is the code: an address that a name resolved to never leaves the server. */
export class OutsideError extends Error {
  constructor(readonly problem: OutsideProblem) {
    super(problem)
  }
}

const nameless = ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'DNS_ENOTFOUND', 'DNS_ENODATA', 'DNS_ESERVFAIL', 'ESERVFAIL']
const unreachable = ['ConnectionRefused', 'FailedToOpenSocket', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']
const certificate = /CERT|SIGNATURE|TLS|SSL|ISSUER/i

/** Code of an error of the resolver, of `fetch` or of reading the answer. */
export function problemOf(error: unknown, ends: { limit?: AbortSignal; signal?: AbortSignal } = {}): OutsideProblem {
  if (error instanceof OutsideError) return error.problem
  if (error instanceof AddressBlockedError) return error.message === 'name' ? 'name' : 'address'
  if (ends.signal?.aborted) return 'cancelled'
  if (ends.limit?.aborted) return 'timeout'
  const { code } = (error ?? {}) as { code?: unknown }
  if (typeof code !== 'string') return 'network'
  if (nameless.includes(code)) return 'name'
  if (unreachable.includes(code)) return 'refused'
  return certificate.test(code) ? 'certificate' : 'network'
}

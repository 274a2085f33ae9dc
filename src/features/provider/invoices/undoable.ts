/** Columns of the licence, as stored. */
export interface Licence {
  dueDate: string
  billingDay: number | null
  trialExpiration: string | null
}

/** Cancellation that a payment takes back, as stored; absent in settlements of former versions. */
interface Cancelled {
  cancelledAt?: string | null
  cancelReason?: string
}

/** Plan in force and the one chosen for later, as stored; absent in settlements of former versions. */
export interface PlansOf {
  planId: number
  nextPlanId: number | null
  nextPlanOn: string | null
}

/** Licence before and after an invoice was settled by hand, with the plans at that time. */
export interface Settlement {
  before: Licence & Cancelled
  after: Licence
  plans?: PlansOf
}

/** Milliseconds within which a settlement by hand can be taken back (docs/adr/0191). */
const undoMs = 24 * 3_600_000

/** Columns of an invoice by which `undoableUntil` decides. */
interface Settled {
  status: 'open' | 'paid'
  paidAt: string | null
  settlement: string | null
}

/** Time until which the settlement can be taken back; null for one by a payment service, and once the time has passed. */
export function undoableUntil({ status, paidAt, settlement }: Settled, now = Date.now()): string | null {
  const end = Date.parse(paidAt ?? '') + undoMs
  return status === 'paid' && settlement !== null && end > now ? new Date(end).toISOString() : null
}

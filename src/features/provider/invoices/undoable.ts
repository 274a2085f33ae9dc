/** Columns of the licence, as stored. */
export interface Licence {
  dueDate: string
  billingDay: number | null
  trialExpiration: string | null
}

/** Licence before and after an invoice was settled by hand. */
export interface Settlement {
  before: Licence
  after: Licence
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

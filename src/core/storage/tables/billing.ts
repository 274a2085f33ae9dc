import type { Generated } from 'kysely'
import type { Owned } from '../schema'

/** What companies owe and pay. */
export interface BillingTables {
  /** What a company owes for one period: at most one for each due date. `value` in integer cents of BRL. */
  invoices: Owned & { detail: string; value: number; dueDate: string; status: 'open' | 'paid'; paidAt: string | null }
  /** How a company was asked to pay an invoice; `over` is what nobody can pay any more. */
  charges: Owned & {
    invoiceId: number
    provider: string
    txid: string
    amount: number
    /** The receiver's key at the time. */
    pixKey: string
    /** The text behind the QR code; empty until the payment service has answered. */
    brcode: string
    status: 'open' | 'paid' | 'over'
    /** What the service calls it, where that is not our txid. */
    serviceId: string | null
    e2eId: string | null
    expiresAt: string | null
    paidAt: string | null
  }
  /** Who pays for a company, as last written in the checkout. */
  payers: Owned & {
    firstName: string
    lastName: string
    document: string
    address: string
    city: string
    state: string
    zipcode: string
    country: string
  }
  /** What payment services told us and what became of it; never what secrets it came with. */
  webhook_log: { id: Generated<number>; at: Generated<string>; address: string; txid: string | null; verdict: string }
}

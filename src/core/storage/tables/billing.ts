import type { Generated } from 'kysely'
import type { Owned, Owner } from '../schema'

/** Invoices of companies and their payment. */
export interface BillingTables {
  /** Amount a company owes for one period; one invoice per due date. `value` in integer cents of BRL. */
  invoices: Owned & {
    detail: string
    value: number
    dueDate: string
    status: 'open' | 'paid'
    paidAt: string | null
    /** Time at which the company last said that it has paid; null if it never did. */
    claimedAt: Generated<string | null>
    /** Receipt that came with it. */
    mediaId: Generated<string | null>
    /** Reason for which the provider did not accept it; empty for none. */
    refusal: Generated<string>
    /** Part of `value` that is a difference of changes of plan. */
    extra: Generated<number>
    /** Price of the plan in `value`, in cents: a price agreed on by hand is its distance from it. Null: none was. */
    planValue: Generated<number | null>
    /** JSON of `Settlement` (invoices/settlement.ts) for an invoice settled by hand, else null. */
    settlement: Generated<string | null>
  }
  /** Requests for the payment of invoices. Status `over`: can no longer be paid. */
  charges: Owned & {
    invoiceId: number
    provider: string
    txid: string
    amount: number
    /** Pix key of the receiver when the charge was created. */
    pixKey: string
    /** Text of the QR code; empty until the payment service has answered. */
    brcode: string
    status: 'open' | 'paid' | 'over'
    /** Id of the charge at the service, if it differs from our txid. */
    serviceId: string | null
    e2eId: string | null
    expiresAt: string | null
    paidAt: string | null
    /** Page of the payment service on which the charge can be paid; empty if it has none. */
    payUrl: Generated<string>
  }
  /**
   * Reminders of invoices, in the company that sends them: by mail in the one that owes, by WhatsApp in the provider's.
   * `step` is the day counted from the due date.
   */
  reminders: {
    companyId: Owner
    invoiceId: number
    step: number
    channel: 'mail' | 'whatsapp'
    /** Time (UTC ISO); empty until it was sent. */
    sentAt: Generated<string>
  }
  /** Person or firm that pays for a company, as last entered in the checkout. */
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
  /** Calls from payment services with their outcome (`verdict`); without the secrets in them. */
  webhook_log: { id: Generated<number>; at: Generated<string>; address: string; txid: string | null; verdict: string }
}

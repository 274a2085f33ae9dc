import type { StoredConfig } from './config'
import type { Payer, ProviderName } from './model'

/** Days for which a new Pix code can be paid, so that the code of a reminder is still good. */
export const validDays = 7

/** A charge to be created. */
export interface ChargeRequest {
  txid: string
  /** Integer cents. */
  amount: number
  /** Description shown to the payer. */
  text: string
  payer: Payer
  /** Billing address of the company. */
  email: string
  /** True when it was requested before and the answer was lost: the service is asked for it first. */
  isBegun: boolean
}

/** The created charge: text of the QR code and its expiry. */
interface CreatedCharge {
  brcode: string
  expiresAt: string | null
  /** Id of the charge at the service, if it differs from our txid. */
  serviceId?: string
  /** Page of the service on which the charge can be paid by card or slip. */
  payUrl?: string
}

/** Ids of a stored charge, ours and the one at the service. */
export interface ChargeKey {
  txid: string
  serviceId: string | null
  pixKey: string
}

/** A charge as reported by the payment service. */
export interface ChargeStatus {
  status: 'open' | 'paid' | 'over'
  /** Integer cents that were paid, less what was given back. */
  amount: number
  pixKey: string
  /** End-to-end id of the payment at the Banco Central, or another one that no second payment has; null until paid. */
  e2eId: string | null
}

/** A payment method. Uses the network; never call inside a transaction. @throws ERR_PAYMENT_SERVICE */
export interface Provider {
  name: ProviderName
  /** True when a person confirms payments; else `find` reports them. */
  manual: boolean
  /**
   * The receiver: the Pix key, compared with the payment's; or a mark of the account, which reports only payments of its
   * own.
   */
  pixKey: string
  newTxid(invoiceId: number): string
  charge(wanted: ChargeRequest): Promise<CreatedCharge>
  /** Returns null for a charge that the service does not have. */
  find(charge: ChargeKey): Promise<ChargeStatus | null>
}

/** A call from a payment service. */
export interface Notice {
  headers: Headers
  query: URLSearchParams
  body: unknown
}

/** Calls of a payment service beyond charges; null where it has no such call. */
export interface Adapter {
  provider: (config: StoredConfig, publicUrl: string) => Provider
  /** Checks the credentials. */
  test: ((config: StoredConfig) => Promise<unknown>) | null
  /** Tells the service where to send notifications. */
  register: ((config: StoredConfig, publicUrl: string, email: string) => Promise<unknown>) | null
  notices: NoticeReader | null
}

/** How notifications of a service are checked and read. Their content is a hint only (docs/adr/0019). */
export interface NoticeReader {
  /** True for a call that is answered without being checked or read, because another one says the same. */
  isIgnored?(notice: Omit<Notice, 'body'>): boolean
  /** True if the service itself sent it; known before the body is read. */
  isGenuine(notice: Omit<Notice, 'body'>, config: StoredConfig, now: number): boolean
  /** The charge that it names; null for a test or another kind of event. */
  chargeIn(notice: Notice): { txid?: string; serviceId?: string } | null
}

import { treaty } from '@elysiajs/eden'
import type { App } from '../../src/app'
import type { Events } from '../../src/core/events'
import { api } from './api'
import { renewalToken } from './session'

/** Event about an invoice, a payment or the licence. */
export type PaymentEvent = Events['payment']

/** Client with the token that the admin of an expired company gets at login; this token is never renewed. */
const renewalApi = treaty<App>(location.origin, {
  parseDate: false,
  headers: () => ({ authorization: `Bearer ${renewalToken.peek()}` }),
}).api

/** True on the renewal screens of an expired company: no session and no events. */
export const isRenewing = () => renewalToken.peek() !== null

/** API client for invoices and payments: of the session, or of the renewal token. */
export const billing = () => (isRenewing() ? renewalApi : api)

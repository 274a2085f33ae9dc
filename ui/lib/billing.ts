import { treaty } from '@elysiajs/eden'
import type { App } from '../../src/app'
import type { Events } from '../../src/events'
import { api } from './api'
import { renewalToken } from './session'

/** What is told of invoices and the licence. */
export type PaymentEvent = Events['payment']

/** Calls with the token that an expired company's admin was given at the login page; it is never renewed. */
const renewalApi = treaty<App>(location.origin, {
  parseDate: false,
  headers: () => ({ authorization: `Bearer ${renewalToken.peek()}` }),
}).api

/** True behind a licence that ran out: nobody is signed in, and no event comes. */
export const isRenewing = () => renewalToken.peek() !== null

/** Invoices and payment, for whoever is signed in or has come to renew. */
export const billing = () => (isRenewing() ? renewalApi : api)

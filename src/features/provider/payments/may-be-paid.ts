import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../../core/storage/schema'
import { askedDays } from './former'
import type { ProviderName } from './model'

const day = 86_400_000
/** The way to be paid without a service that reports the status of a charge. */
export const unasked = 'pix-manual' satisfies ProviderName

/**
 * Condition of a query over charges: ended here, as after a change of price, but not at its service, which is asked about
 * it for 45 days. `expiresAt` is the end of the code, or the time at which the service said that it is over; a payment is
 * reported up to a day later.
 */
export const isEndedHereOnly = ({ and, eb, or }: ExpressionBuilder<Database, 'charges'>) =>
  and([
    eb('charges.provider', '<>', unasked),
    eb('charges.status', '=', 'over'),
    eb('charges.createdAt', '>=', new Date(Date.now() - askedDays * day).toISOString()),
    or([eb('charges.expiresAt', 'is', null), eb('charges.expiresAt', '>', new Date(Date.now() - day).toISOString())]),
  ])

/** Condition of a query over charges: paid, or one whose code can still be paid. Its invoice is kept. */
export const mayBePaid = (charge: ExpressionBuilder<Database, 'charges'>) =>
  charge.or([charge('charges.status', '<>', 'over'), isEndedHereOnly(charge)])

import type { Platform, Scope } from '../../../core/scope'
import { dayIn } from '../../../core/time'
import { isZip } from '../../../shared/document'
import { AppError } from '../../../shared/errors'
import { paymentServices } from '../../../shared/payment-services'
import { daysBetween } from '../../../shared/recurrence'
import { recordAuditEntry } from '../../platform/audit/record'
import { licenceColumns } from '../../platform/company/licence'
import { toCancellation } from '../cancellation/model'
import { acceptsCards, readConfig } from './config'
import type { Payer, Subscription } from './model'

/**
 * Stores the payer, trimmed, to prefill the next checkout; changes are written to the company's audit log.
 * @throws ERR_VALIDATION for a zip code that does not match the country's format
 */
export function savePayer(outer: Scope, input: Payer): Promise<Payer> {
  const payer = trimmed(input)
  if (!isZip(payer.zipcode, payer.country)) throw new AppError('ERR_VALIDATION', { fields: ['zipcode'] })
  return outer.transaction(async (scope) => {
    const before = await findPayer(scope)
    await scope.db
      .insert('payers', payer)
      .onConflict((conflict) =>
        conflict.column('companyId').doUpdateSet({ ...payer, updatedAt: new Date().toISOString() }),
      )
      .execute()
    const name = `${payer.firstName} ${payer.lastName}`
    const action = before ? 'update' : 'create'
    await recordAuditEntry(scope, { action, entity: 'payer', entityId: null, name, before, after: payer })
    return payer
  })
}

const trimmed = (payer: Payer) =>
  Object.fromEntries(Object.entries(payer).map(([name, value]) => [name, value.trim()])) as Payer

/** The payer as last entered in the checkout. */
export const findPayer = (scope: Scope): Promise<Payer | undefined> =>
  scope.db
    .select('payers')
    .select(['firstName', 'lastName', 'document', 'address', 'city', 'state', 'zipcode', 'country'])
    .executeTakeFirst()

/** Address of the company to which the payment service may write. */
export async function billingEmail({ db }: Platform, { companyId }: Scope): Promise<string> {
  const company = db.selectFrom('companies').select('email').where('id', '=', companyId)
  return (await company.executeTakeFirstOrThrow()).email
}

/** Returns the licence, the plan and the payer. */
export async function getSubscription(scope: Scope, { db }: Platform): Promise<Subscription> {
  const row = await db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['companies.name', 'companies.email', 'companies.recurrence', 'companies.cancelReason'])
    .select(licenceColumns)
    .select(['plans.name as planName', 'plans.value'])
    .select(['plans.users', 'plans.connections', 'plans.queues'])
    .where('companies.id', '=', scope.companyId)
    .executeTakeFirstOrThrow()
  const { planName, value, users, connections, queues, name, email, dueDate, recurrence, timeZone } = row
  const { trialExpiration: ends } = row
  const config = await readConfig(scope.ports)
  const environment = config.environment === 'production' ? ('production' as const) : ('sandbox' as const)
  return {
    company: { name, email, dueDate, trialExpiration: ends, recurrence },
    plan: { name: planName, value, users, connections, queues },
    cancellation: toCancellation(row),
    payer: (await findPayer(scope)) ?? null,
    needsDocument: paymentServices[config.provider].needsDocument,
    card: acceptsCards(config) ? { account: config.cardAccount, environment } : null,
    trialDaysLeft: ends ? Math.max(0, daysBetween(dayIn(timeZone), ends)) : null,
  }
}

import type { Platform, Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { recordAuditEntry } from '../../platform/audit/record'
import { licenceColumns } from '../../platform/company/licence'
import { publishCompanyFacts } from '../../platform/company/publish'
import { publishCompanyToProvider } from '../companies/publish'
import { hasWaitingClaim } from '../invoices/service'
import { mayBePaid } from '../payments/may-be-paid'
import { type CancellationState, toCancellation } from './model'

/**
 * Cancels the licence of the company at the end of the paid time, or within the days of grace at the end of the day. No
 * further invoice is made; an open one of the next period is deleted, unless a code of it may still be paid. A repetition
 * changes nothing (docs/adr/0192).
 * @throws ERR_VALIDATION (422) for a blank reason, ERR_CLAIM_WAITING (409)
 */
export async function cancelLicence(scope: Scope, outer: Platform, given: string): Promise<CancellationState> {
  const reason = given.trim()
  if (reason.length < limits.cancelReason.min) throw new AppError('ERR_VALIDATION', { fields: ['reason'] })
  const result = await outer.transaction(async (whole) => {
    const platform = whole.inOrderOf(scope.companyId)
    const company = await readCompany(platform, scope.companyId)
    if (company.cancelledAt !== null) return { company, deleted: null }
    const deleted = await deleteOpenInvoice(platform, scope.companyId, company.dueDate.slice(0, 10))
    const change = { cancelledAt: new Date().toISOString(), cancelReason: reason }
    await store(scope, platform, change)
    const after = { cancelReason: reason, dueDate: company.dueDate }
    await record(scope, platform, { action: 'cancel', name: company.name, after })
    return { company: { ...company, ...change }, deleted }
  })
  if (result.deleted !== null)
    scope.ports.publish(scope.companyId, 'payment', { action: 'delete', invoiceId: result.deleted })
  await publish(scope, outer)
  return { cancellation: toCancellation(result.company) }
}

/** Takes the cancellation back, while the licence has not ended. A repetition changes nothing. */
export async function takeBackCancellation(scope: Scope, outer: Platform): Promise<CancellationState> {
  const isChanged = await outer.transaction(async (platform) => {
    const { cancelledAt, cancelReason, name } = await readCompany(platform, scope.companyId)
    if (cancelledAt === null) return false
    await store(scope, platform, { cancelledAt: null, cancelReason: '' })
    await record(scope, platform, { action: 'resume', name, before: { cancelReason } })
    return true
  })
  if (isChanged) await publish(scope, outer)
  return { cancellation: null }
}

const readCompany = ({ db }: Platform, companyId: CompanyId) =>
  db
    .selectFrom('companies')
    .select(['name', 'cancelReason'])
    .select(licenceColumns)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()

const store = ({ companyId }: Scope, { db }: Platform, change: { cancelledAt: string | null; cancelReason: string }) =>
  db
    .updateTable('companies')
    .set({ ...change, updatedAt: new Date().toISOString() })
    .where('id', '=', companyId)
    .execute()

interface Entry {
  action: 'cancel' | 'resume'
  name: string
  before?: Record<string, string>
  after?: Record<string, string>
}

const record = ({ companyId, viewer: actor, address }: Scope, platform: Platform, entry: Entry) =>
  recordAuditEntry(
    { db: platform.tenant(companyId), actor, address },
    { entity: 'company', entityId: companyId, ...entry },
  )

/** Deletes the open invoice of a due date and returns its id; null if there is none, or one that may still be paid. */
async function deleteOpenInvoice(platform: Platform, companyId: CompanyId, dueDate: string): Promise<number | null> {
  const db = platform.tenant(companyId)
  const claims = db.select('invoices').select('id').where(hasWaitingClaim)
  const waiting = await claims.where('dueDate', '=', dueDate).executeTakeFirst()
  if (waiting) throw new AppError('ERR_CLAIM_WAITING')
  const deleted = await db
    .delete('invoices')
    .where('dueDate', '=', dueDate)
    .where('status', '=', 'open')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('charges')
            .select('charges.id')
            .whereRef('charges.companyId', '=', 'invoices.companyId')
            .whereRef('charges.invoiceId', '=', 'invoices.id')
            .where(mayBePaid),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return deleted?.id ?? null
}

async function publish({ ports, companyId }: Scope, platform: Platform) {
  ports.rightsChanged(companyId)
  await publishCompanyFacts(platform, companyId)
  await publishCompanyToProvider(platform, 'update', companyId)
}

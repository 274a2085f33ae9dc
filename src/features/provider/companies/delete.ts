import type { Platform, Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import { publishTenantEvent } from '../../platform/company/publish'
import { auditFields } from './change'
import { findCompany } from './read'

/**
 * Deletes a company with everything it owns: disables it, stops its connections, then deletes its rows (jobs included),
 * then its files. A failure half-way leaves a disabled company that can be deleted again. Logged in the audit log of
 * the provider's company. @throws ERR_NO_COMPANY_FOUND (404), ERR_OWN_COMPANY (409)
 */
export async function deleteCompany(scope: Scope, platform: Platform, id: number) {
  const companyId = id as CompanyId
  if (companyId === scope.companyId) throw new AppError('ERR_OWN_COMPANY')
  const company = await findCompany(platform, id)
  await disableCompany(platform, companyId)
  const imported = await importedFiles(platform, companyId)
  await platform.transaction(async (platform) => {
    await platform.db.deleteFrom('companies').where('id', '=', companyId).execute()
    const { viewer: actor, address } = scope
    const { name } = company
    const entry = { action: 'delete', entity: 'company', entityId: id, name, before: auditFields(company) }
    await recordAuditEntry({ db: platform.tenant(scope.companyId), actor, address }, entry)
  })
  platform.ports.rightsChanged(companyId)
  await publishTenantEvent(platform, { action: 'delete', companyId: id })
  await platform.ports.media.removeCompany(companyId)
  for (const path of imported) await platform.ports.media.remove(path)
  return { id }
}

/** Paths of the files outside of the company's folder: those of an imported company. */
async function importedFiles(platform: Platform, companyId: CompanyId): Promise<string[]> {
  const files = platform.tenant(companyId).select('media').select('path')
  const rows = await files.where('path', 'not like', `${companyId}/%`).execute()
  return rows.map(({ path }) => path)
}

/** Stores first that nothing should connect: a process would start the sessions that another one has stopped. */
async function disableCompany(platform: Platform, companyId: CompanyId) {
  const linked = await platform.transaction(async (platform) => {
    await platform.db.updateTable('companies').set({ status: 0 }).where('id', '=', companyId).execute()
    const db = platform.tenant(companyId)
    await db.update('connections').set({ shouldConnect: 0 }).where('shouldConnect', '=', 1).execute()
    return db.select('connections').select('id').execute()
  })
  platform.ports.rightsChanged(companyId)
  for (const { id: whatsappId } of linked) await platform.ports.whatsapp.stop({ companyId, whatsappId })
}

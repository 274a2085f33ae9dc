import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../audit/record'
import { enqueueRecomputeOf } from '../hours/enqueue-recompute'
import type { HoursFields, HoursInput } from '../hours/model'
import { hoursFromColumns, hoursToColumns } from '../hours/service'
import { publishCompanyFacts } from './publish'

/** The company's opening hours, used with scheduleType `company`. @throws ERR_NO_COMPANY_FOUND for another company */
export async function getCompanyHours(scope: Scope, platform: Platform, id: number): Promise<HoursFields> {
  if (id !== scope.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  return hoursFromColumns(await columns(platform, scope))
}

/** Sets the company's opening hours. @throws ERR_NO_COMPANY_FOUND (404), ERR_VALIDATION (422) with the invalid field */
export async function updateCompanyHours(scope: Scope, outer: Platform, id: number, input: HoursInput) {
  if (id !== scope.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  const change = hoursToColumns(input)
  const { viewer: actor, address, companyId } = scope
  return outer.transaction(async (platform) => {
    const before = hoursFromColumns(await columns(platform, scope))
    const updatedAt = new Date().toISOString()
    const values = { ...change, updatedAt }
    await platform.db.updateTable('companies').set(values).where('id', '=', companyId).execute()
    const after = hoursFromColumns(await columns(platform, scope))
    const entry = { action: 'update', entity: 'companyHours', entityId: id, name: '' }
    await recordAuditEntry({ db: platform.tenant(companyId), actor, address }, { ...entry, before, after })
    await enqueueRecomputeOf(platform, companyId)
    await publishCompanyFacts(platform, companyId)
    return after
  })
}

const columns = ({ db }: Platform, { companyId }: Scope) =>
  db.selectFrom('companies').select(['schedules', 'holidays']).where('id', '=', companyId).executeTakeFirstOrThrow()

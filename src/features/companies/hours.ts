import type { Platform, Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { audit } from '../audit/record'
import type { HoursFields, HoursInput } from '../hours/model'
import { hoursFromColumns, hoursToColumns } from '../hours/service'

/** When the company answers, for scheduleType `company`. @throws ERR_NO_COMPANY_FOUND for any but one's own */
export async function getCompanyHours(scope: Scope, platform: Platform, id: number): Promise<HoursFields> {
  if (id !== scope.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  return hoursFromColumns(await columns(platform, scope))
}

/** 404 ERR_NO_COMPANY_FOUND, 422 ERR_VALIDATION with the field at fault. */
export async function updateCompanyHours(scope: Scope, outer: Platform, id: number, given: HoursInput) {
  if (id !== scope.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  const kept = hoursToColumns(given)
  const { viewer: actor, address, companyId } = scope
  return outer.transaction(async (platform) => {
    const before = hoursFromColumns(await columns(platform, scope))
    const updatedAt = new Date().toISOString()
    const values = { ...kept, updatedAt }
    await platform.db.updateTable('companies').set(values).where('id', '=', companyId).execute()
    const after = hoursFromColumns(await columns(platform, scope))
    const entry = { action: 'update', entity: 'companyHours', entityId: id, name: '' }
    await audit({ db: platform.tenant(companyId), actor, address }, { ...entry, before, after })
    return after
  })
}

const columns = ({ db }: Platform, { companyId }: Scope) =>
  db.selectFrom('companies').select(['schedules', 'holidays']).where('id', '=', companyId).executeTakeFirstOrThrow()

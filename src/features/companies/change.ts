import type { Platform, Scope } from '../../core/scope'
import type { CompanyId, Flag } from '../../core/storage/schema'
import { zoneOrDefault } from '../../core/time'
import { recurrences } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { addMonths } from '../../shared/recurrence'
import { recordAuditEntry } from '../audit/record'
import { publishCompanyFacts, publishTenantEvent } from '../company/publish'
import { enqueueRecomputeOf } from '../queue-work/enqueue'
import { storeCampaignsSetting } from '../settings/campaigns-setting'
import { checkPassword, hashPassword } from '../users/passwords'
import { insertCompanyWithAdmin, refuseDuplicateCompany, refuseDuplicateName, trialEnd } from './insert'
import type { Company, CompanyChange, Locale, NewCompany } from './model'
import { findCompany } from './read'

/**
 * Creates a company with its first admin; for the provider.
 * @throws ERR_NO_PLAN_FOUND (404), ERR_COMPANY_NAME_ALREADY_EXISTS (409), ERR_EMAIL_TAKEN (409), ERR_WEAK_PASSWORD
 * (400), ERR_VALIDATION (422)
 */
export async function createCompany(scope: Scope, platform: Platform, given: NewCompany): Promise<Company> {
  const name = validName(given.name)
  const email = given.email.toLowerCase()
  const adminName = given.adminName?.trim() || name.slice(0, 50)
  await checkPassword(platform, given.password, { companyId: null, email, name: adminName })
  const dueDate = validDay(given.dueDate ?? trialEnd())
  const passwordHash = await hashPassword(given.password)
  const by = { actor: scope.viewer, address: scope.address }
  const company = await platform.transaction(async (platform) => {
    await refuseDuplicateCompany(platform, name, email)
    const plan = await requirePlan(platform, given.planId)
    const terms = { planId: given.planId, recurrence: given.recurrence ?? 'MENSAL', dueDate, trialExpiration: null }
    const flags = {
      status: toFlag(given.status ?? true),
      campaignsEnabled: toFlag(given.campaignsEnabled ?? plan === 1),
    }
    const phone = (given.phone ?? '').replace(/\D/g, '')
    const { id } = await insertCompanyWithAdmin(
      platform,
      { name, email, phone, adminName, passwordHash, ...terms, ...flags },
      by,
    )
    return findCompany(platform, id)
  })
  await publishTenantEvent(platform, { action: 'create', company })
  return company
}

/**
 * Changes a company; for the provider. Takes effect for its users at once.
 * @throws ERR_NO_COMPANY_FOUND (404), ERR_NO_PLAN_FOUND (404), ERR_COMPANY_NAME_ALREADY_EXISTS (409), ERR_OWN_COMPANY
 * when the provider's own company would be disabled, ERR_VALIDATION (422)
 */
export function updateCompany(scope: Scope, platform: Platform, id: number, given: CompanyChange): Promise<Company> {
  if (given.status === false && id === scope.companyId) throw new AppError('ERR_OWN_COMPANY')
  return changeCompany(scope, platform, id, async (platform, { dueDate }) => {
    if (given.name !== undefined) await refuseDuplicateName(platform, validName(given.name), id)
    if (given.planId !== undefined) await requirePlan(platform, given.planId)
    if (given.campaignsEnabled !== undefined) await storeCampaignsSetting(platform, id, given.campaignsEnabled)
    const isMoved = given.dueDate !== undefined && given.dueDate !== dueDate
    return { ...valuesOf(given), ...(isMoved && noTrial) }
  })
}

function valuesOf({ name, email, phone, status, campaignsEnabled, dueDate, ...rest }: CompanyChange): CompanyColumns {
  return {
    ...rest,
    ...(name !== undefined && { name: validName(name) }),
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(phone !== undefined && { phone: phone.replace(/\D/g, '') }),
    ...(status !== undefined && { status: toFlag(status) }),
    ...(campaignsEnabled !== undefined && { campaignsEnabled: toFlag(campaignsEnabled) }),
    ...(dueDate !== undefined && { dueDate: validDay(dueDate) }),
  }
}

/** Columns that end a trial: set when the provider moves the due date, as when an invoice is paid. */
const noTrial = { trialExpiration: null }

/**
 * Moves the due date forward by one period, also of an expired licence (specification, part 1 §4): the days since it
 * expired are part of the period, while a payment counts from its day. @throws ERR_NO_COMPANY_FOUND
 */
export const renewCompany = (scope: Scope, platform: Platform, id: number): Promise<Company> =>
  changeCompany(scope, platform, id, async (_, { dueDate, recurrence }) => ({
    dueDate: addMonths(dueDate, recurrences[recurrence]),
    ...noTrial,
  }))

/**
 * Sets time zone and language of the admin's own company.
 * @throws ERR_NO_COMPANY_FOUND for another company, ERR_VALIDATION for an unknown time zone
 */
export function updateLocale(scope: Scope, platform: Platform, id: number, given: Locale): Promise<Company> {
  if (id !== scope.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  if (given.timeZone !== undefined && zoneOrDefault(given.timeZone) !== given.timeZone)
    throw new AppError('ERR_VALIDATION', { fields: ['timeZone'] })
  return changeCompany(scope, platform, id, async () => given)
}

type CompanyColumns = { planId?: number; status?: Flag; campaignsEnabled?: Flag; trialExpiration?: null } & Omit<
  CompanyChange,
  'status' | 'campaignsEnabled'
> &
  Locale

/** Stores one change, logs it in the audit log of the changed company, and publishes it there and to the provider. */
async function changeCompany(
  scope: Scope,
  platform: Platform,
  id: number,
  decide: (platform: Platform, before: Company) => Promise<CompanyColumns>,
): Promise<Company> {
  const companyId = id as CompanyId
  const { viewer, address, ports } = scope
  const company = await platform.transaction(async (platform) => {
    const before = await findCompany(platform, id)
    const values = { ...(await decide(platform, before)), updatedAt: new Date().toISOString() }
    await platform.db.updateTable('companies').set(values).where('id', '=', companyId).execute()
    const after = await findCompany(platform, id)
    if (after.timeZone !== before.timeZone) await enqueueRecomputeOf(platform, companyId)
    const entry = { action: 'update', entity: 'company', entityId: id, name: after.name }
    await recordAuditEntry(
      { db: platform.tenant(companyId), actor: viewer, address },
      { ...entry, before: auditFields(before), after: auditFields(after) },
    )
    return after
  })
  ports.rightsChanged(companyId)
  await publishCompanyFacts(platform, companyId)
  await publishTenantEvent(platform, { action: 'update', company })
  return company
}

/** Fields for the audit log: without derived ones, and with the plan's name instead of its id. */
export function auditFields({ plan, planId: _, daysLeft: __, ...company }: Company) {
  return { ...company, plan: plan.name }
}

/** Returns 1 when the plan includes campaigns, else 0. @throws ERR_NO_PLAN_FOUND */
async function requirePlan({ db }: Platform, id: number): Promise<Flag> {
  const plan = await db.selectFrom('plans').select('useCampaigns').where('id', '=', id).executeTakeFirst()
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan.useCampaigns
}

function validName(given: string): string {
  const name = given.trim()
  if (name.length < 2) throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  return name
}

/** The given day. @throws ERR_VALIDATION when the calendar does not have it */
function validDay(given: string): string {
  try {
    return addMonths(given, 0)
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: ['dueDate'] })
  }
}

const toFlag = (on: boolean): Flag => (on ? 1 : 0)

import type { Platform, Scope } from '../../../core/scope'
import { randomToken } from '../../../core/secrets'
import type { CompanyId, Flag } from '../../../core/storage/schema'
import { zoneOrDefault } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { addMonths, renewed } from '../../../shared/recurrence'
import { checkPassword } from '../../accounts/users/passwords/passwords'
import { recordAuditEntry } from '../../platform/audit/record'
import { publishCompanyFacts, publishTenantEvent } from '../../platform/company/publish'
import { enqueueRecomputeOf } from '../../platform/hours/enqueue-recompute'
import { storeCampaignsSetting } from '../../platform/settings/campaigns-setting'
import { insertCompanyWithAdmin, refuseDuplicateCompany, refuseDuplicateName, trialEnd } from './insert'
import { inviteFirst } from './invite-first'
import type { Company, CompanyChange, CreatedCompany, Locale, NewCompany } from './model'
import { findCompany } from './read'

/**
 * Creates a company with its first admin, or with an invitation for that person; for the provider.
 * @throws ERR_NO_PLAN_FOUND (404), ERR_COMPANY_NAME_ALREADY_EXISTS (409), ERR_EMAIL_TAKEN (409), ERR_WEAK_PASSWORD
 * (400), ERR_VALIDATION (422)
 */
export async function createCompany(scope: Scope, platform: Platform, input: NewCompany): Promise<CreatedCompany> {
  const name = validName(input.name)
  const email = input.email.toLowerCase()
  const adminName = input.adminName?.trim() || name.slice(0, 50)
  if (input.password !== undefined)
    await checkPassword(platform, input.password, { companyId: null, email, name: adminName })
  const dueDate = validDay(input.dueDate ?? trialEnd())
  const hash = await platform.ports.passwords.hash(input.password ?? randomToken())
  const passwordHash = input.password === undefined ? null : hash
  const by = { actor: scope.viewer, address: scope.address }
  const { company, invitation } = await platform.transaction(async (platform) => {
    await refuseDuplicateCompany(platform, name, email)
    const plan = await requirePlan(platform, input.planId)
    const terms = { planId: input.planId, recurrence: input.recurrence ?? 'MENSAL', dueDate, trialExpiration: null }
    const flags = {
      status: toFlag(input.status ?? true),
      campaignsEnabled: toFlag(input.campaignsEnabled ?? plan === 1),
    }
    const phone = (input.phone ?? '').replace(/\D/g, '')
    const { id } = await insertCompanyWithAdmin(
      platform,
      { name, email, phone, adminName, passwordHash, ...terms, ...flags },
      by,
    )
    if (passwordHash !== null) return { company: await findCompany(platform, id) }
    const invitation = await inviteFirst(scope, platform, id as CompanyId, { name: adminName, email, hash })
    return { company: await findCompany(platform, id), invitation }
  })
  if (invitation?.mailed) platform.ports.wakeJobs()
  await publishTenantEvent(platform, { action: 'create', company })
  return { ...company, ...(invitation && { invitation }) }
}

/**
 * Changes a company; for the provider. Takes effect for its users at once.
 * @throws ERR_NO_COMPANY_FOUND (404), ERR_NO_PLAN_FOUND (404), ERR_COMPANY_NAME_ALREADY_EXISTS (409), ERR_OWN_COMPANY
 * when the provider's own company would be disabled, ERR_VALIDATION (422)
 */
export function updateCompany(scope: Scope, platform: Platform, id: number, change: CompanyChange): Promise<Company> {
  if (change.status === false && id === scope.companyId) throw new AppError('ERR_OWN_COMPANY')
  return changeCompany(scope, platform, id, async (platform, { dueDate, planId }) => {
    if (change.name !== undefined) await refuseDuplicateName(platform, validName(change.name), id)
    if (change.planId !== undefined) await requirePlan(platform, change.planId)
    if (change.email !== undefined) await endInvitationTo(platform, id, change.email)
    if (change.campaignsEnabled !== undefined) await storeCampaignsSetting(platform, id, change.campaignsEnabled)
    const isMoved = change.dueDate !== undefined && change.dueDate !== dueDate
    const isOtherPlan = change.planId !== undefined && change.planId !== planId
    return {
      ...valuesOf(change),
      ...(isMoved && { ...noTrial, billingDay: null }),
      ...(isOtherPlan && { nextPlanId: null, nextPlanOn: null }),
    }
  })
}

/** Ends the link for the first admin when the company's address changes: its mail may have reached another person. */
async function endInvitationTo(platform: Platform, id: number, email: string) {
  const { isInvited, email: former } = await findCompany(platform, id)
  if (isInvited && former !== email.toLowerCase())
    await platform
      .tenant(id as CompanyId)
      .delete('invitations')
      .execute()
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
 * Moves the due date forward by one period, to the day of the month agreed on, also of an expired licence (docs/behaviour.md, "Renewal"): the days since
 * it expired are part of the period, while a payment counts from its day. @throws ERR_NO_COMPANY_FOUND
 */
export const renewCompany = (scope: Scope, platform: Platform, id: number): Promise<Company> =>
  changeCompany(scope, platform, id, async (_, before) => ({
    ...renewed(before, before.recurrence),
    ...noTrial,
    ...{ cancelledAt: null, cancelReason: '' },
  }))

/**
 * Sets time zone and language of the admin's own company.
 * @throws ERR_NO_COMPANY_FOUND for another company, ERR_VALIDATION for an unknown time zone
 */
export function updateLocale(scope: Scope, platform: Platform, id: number, input: Locale): Promise<Company> {
  if (id !== scope.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  if (input.timeZone !== undefined && zoneOrDefault(input.timeZone) !== input.timeZone)
    throw new AppError('ERR_VALIDATION', { fields: ['timeZone'] })
  return changeCompany(scope, platform, id, async () => input)
}

type CompanyColumns = {
  planId?: number
  status?: Flag
  campaignsEnabled?: Flag
  trialExpiration?: null
  nextPlanId?: null
  nextPlanOn?: null
  cancelledAt?: null
  cancelReason?: string
  billingDay?: number | null
} & Omit<CompanyChange, 'status' | 'campaignsEnabled'> &
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
    if (after.timeZone !== before.timeZone) {
      await enqueueRecomputeOf(platform, companyId)
      await ports.enqueue(platform.tenant(companyId), 'report.plan', {}, { key: 'all' })
    }
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
export function auditFields({
  plan,
  planId: _,
  daysLeft: __,
  billingDay: ___,
  worksUntil: ____,
  isInvited: ______,
  cancellation: _____,
  ...company
}: Company) {
  return { ...company, plan: plan.name }
}

/** Returns 1 when the plan includes campaigns, else 0. @throws ERR_NO_PLAN_FOUND */
async function requirePlan({ db }: Platform, id: number): Promise<Flag> {
  const plan = await db.selectFrom('plans').select('useCampaigns').where('id', '=', id).executeTakeFirst()
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan.useCampaigns
}

function validName(typed: string): string {
  const name = typed.trim()
  if (name.length < 2) throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  return name
}

/** The given day. @throws ERR_VALIDATION when the calendar does not have it */
function validDay(day: string): string {
  try {
    return addMonths(day, 0)
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: ['dueDate'] })
  }
}

const toFlag = (on: boolean): Flag => (on ? 1 : 0)

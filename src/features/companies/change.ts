import type { Platform, Scope } from '../../core/scope'
import type { CompanyId, Flag } from '../../core/storage/schema'
import { dayIn, knownZone } from '../../core/time'
import { AppError } from '../../shared/errors'
import { addMonths, renewedUntil } from '../../shared/recurrence'
import { audit } from '../audit/record'
import { tellCompany, tellProvider } from '../company/tell'
import { checkPassword, hashPassword } from '../users/passwords'
import type { Company, CompanyChange, Locale, NewCompany } from './model'
import { openCompany, refuseNamesake, refuseTwin, trialEnd } from './open'
import { findCompany } from './read'

/** The provider opens a company. 404 ERR_NO_PLAN_FOUND, 409 ERR_COMPANY_NAME_ALREADY_EXISTS or ERR_EMAIL_TAKEN. */
export async function createCompany(scope: Scope, platform: Platform, given: NewCompany): Promise<Company> {
  const name = nameOf(given.name)
  const email = given.email.toLowerCase()
  const adminName = given.adminName?.trim() || name.slice(0, 50)
  checkPassword(given.password, { email, name: adminName })
  const dueDate = dayOf(given.dueDate ?? trialEnd())
  const passwordHash = await hashPassword(given.password)
  const by = { actor: scope.viewer, address: scope.address }
  const company = await platform.transaction(async (platform) => {
    await refuseTwin(platform, name, email)
    const plan = await refuseNoPlan(platform, given.planId)
    const terms = { planId: given.planId, recurrence: given.recurrence ?? 'MENSAL', dueDate, trialExpiration: null }
    const flags = { status: flag(given.status ?? true), campaignsEnabled: flag(given.campaignsEnabled ?? plan === 1) }
    const phone = (given.phone ?? '').replace(/\D/g, '')
    const { id } = await openCompany(platform, { name, email, phone, adminName, passwordHash, ...terms, ...flags }, by)
    return findCompany(platform, id)
  })
  await tellProvider(platform, { action: 'create', company })
  return company
}

/**
 * The provider changes a company; its people feel it at once. 404 ERR_NO_COMPANY_FOUND or ERR_NO_PLAN_FOUND, 409
 * ERR_COMPANY_NAME_ALREADY_EXISTS; ERR_OWN_COMPANY for who would shut their own.
 */
export function updateCompany(scope: Scope, platform: Platform, id: number, given: CompanyChange): Promise<Company> {
  if (given.status === false && id === scope.companyId) throw new AppError('ERR_OWN_COMPANY')
  return change(scope, platform, id, async (platform, { dueDate }) => {
    if (given.name !== undefined) await refuseNamesake(platform, nameOf(given.name), id)
    if (given.planId !== undefined) await refuseNoPlan(platform, given.planId)
    if (given.campaignsEnabled !== undefined) await offerCampaigns(platform, id, given.campaignsEnabled)
    const isMoved = given.dueDate !== undefined && given.dueDate !== dueDate
    return { ...valuesOf(given), ...(isMoved && noTrial) }
  })
}

function valuesOf({ name, email, phone, status, campaignsEnabled, dueDate, ...rest }: CompanyChange): Values {
  return {
    ...rest,
    ...(name !== undefined && { name: nameOf(name) }),
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(phone !== undefined && { phone: phone.replace(/\D/g, '') }),
    ...(status !== undefined && { status: flag(status) }),
    ...(campaignsEnabled !== undefined && { campaignsEnabled: flag(campaignsEnabled) }),
    ...(dueDate !== undefined && { dueDate: dayOf(dueDate) }),
  }
}

/** A licence that the provider gave an end of its own is no trial any more, as one that was paid for. */
const noTrial = { trialExpiration: null }

/** One period more, from the later of the due date and today. @throws ERR_NO_COMPANY_FOUND */
export const renewCompany = (scope: Scope, platform: Platform, id: number): Promise<Company> =>
  change(scope, platform, id, async (_, { dueDate, timeZone, recurrence }) => ({
    dueDate: renewedUntil(dueDate, dayIn(timeZone), recurrence),
    ...noTrial,
  }))

/** A company's own admin says where it is and what it speaks. */
export function updateLocale(scope: Scope, platform: Platform, id: number, given: Locale): Promise<Company> {
  if (id !== scope.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  if (given.timeZone !== undefined && knownZone(given.timeZone) !== given.timeZone)
    throw new AppError('ERR_VALIDATION', { fields: ['timeZone'] })
  return change(scope, platform, id, async () => given)
}

type Values = { planId?: number; status?: Flag; campaignsEnabled?: Flag; trialExpiration?: null } & Omit<
  CompanyChange,
  'status' | 'campaignsEnabled'
> &
  Locale

/** One change: stored, written into the company's own log, and told to everybody there. */
async function change(
  scope: Scope,
  platform: Platform,
  id: number,
  decide: (platform: Platform, before: Company) => Promise<Values>,
): Promise<Company> {
  const companyId = id as CompanyId
  const { viewer, address, ports } = scope
  const company = await platform.transaction(async (platform) => {
    const before = await findCompany(platform, id)
    const values = { ...(await decide(platform, before)), updatedAt: new Date().toISOString() }
    await platform.db.updateTable('companies').set(values).where('id', '=', companyId).execute()
    const after = await findCompany(platform, id)
    const entry = { action: 'update', entity: 'company', entityId: id, name: after.name }
    await audit(
      { db: platform.tenant(companyId), actor: viewer, address },
      { ...entry, before: kept(before), after: kept(after) },
    )
    return after
  })
  ports.rightsChanged(companyId)
  await tellCompany(platform, companyId)
  await tellProvider(platform, { action: 'update', company })
  return company
}

/** What the log shows: without what follows from the rest, and the plan by its name. */
export function kept({ plan, planId: _, daysLeft: __, ...company }: Company) {
  return { ...company, plan: plan.name }
}

/** Answers whether the plan has campaigns. @throws ERR_NO_PLAN_FOUND */
export async function refuseNoPlan({ db }: Platform, id: number): Promise<Flag> {
  const plan = await db.selectFrom('plans').select('useCampaigns').where('id', '=', id).executeTakeFirst()
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan.useCampaigns
}

/** The setting that shows the campaigns' screens goes with the company's own flag. */
async function offerCampaigns(platform: Platform, id: number, offered: boolean) {
  const value = String(offered)
  await platform
    .tenant(id as CompanyId)
    .insert('settings', { key: 'campaignsEnabled', value })
    .onConflict((conflict) => conflict.columns(['companyId', 'key']).doUpdateSet({ value }))
    .execute()
}

function nameOf(given: string): string {
  const name = given.trim()
  if (name.length < 2) throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  return name
}

/** The day itself, if the calendar has it. */
function dayOf(given: string): string {
  try {
    return addMonths(given, 0)
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: ['dueDate'] })
  }
}

const flag = (on: boolean): Flag => (on ? 1 : 0)

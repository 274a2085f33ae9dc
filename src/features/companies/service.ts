import { wideNetworkOf } from '../../core/http/client-info'
import type { Platform } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { assertSetUp } from '../auth/setup-state'
import { readInstallationSetting } from '../settings/service'
import { checkPassword, hashPassword } from '../users/passwords'
import { insertCompanyWithAdmin, refuseDuplicateCompany, trialEnd } from './insert'
import type { SignedUp, Signup } from './model'
import { publishCompanyToProvider } from './publish'

/**
 * Signs a new company up without a login: inserts company, first admin and settings in one transaction. The server sets
 * due date, recurrence and flags. The line of the audit log records the consent with the address of the terms.
 * @throws ERR_VALIDATION (422) without the consent that the provider requires, ERR_USER_CREATION_DISABLED (403),
 * ERR_SETUP_NEEDED (403), ERR_NO_PLAN_FOUND (404), ERR_COMPANY_NAME_ALREADY_EXISTS (409), ERR_EMAIL_TAKEN (409),
 * ERR_WEAK_PASSWORD (400)
 */
export async function signUp(platform: Platform, given: Signup, address = ''): Promise<SignedUp> {
  if ((await readInstallationSetting(platform, 'userCreation')) !== 'enabled')
    throw new AppError('ERR_USER_CREATION_DISABLED')
  await assertSetUp(platform)
  const terms = await readInstallationSetting(platform, 'signupTerms')
  if (terms && !given.consent) throw new AppError('ERR_VALIDATION', { fields: ['consent'] })
  const name = given.name.trim()
  const adminName = given.adminName?.trim() || name
  const email = given.email.toLowerCase()
  await checkPassword(platform, given.password, { companyId: null, email, name: adminName })
  await requirePublicPlan(platform, given.planId) // before the slow hash; again in the transaction
  const passwordHash = await hashPassword(given.password, wideNetworkOf(address))
  const made = await platform.transaction(async (platform) => {
    const campaignsEnabled = await requirePublicPlan(platform, given.planId)
    // Last: asking whether an e-mail has an account costs a hash, or makes a company.
    await refuseDuplicateCompany(platform, name, email)
    const dueDate = trialEnd()
    const trial = { planId: given.planId, dueDate, trialExpiration: dueDate, recurrence: 'MENSAL', status: 1 } as const
    const phone = given.phone.replace(/\D/g, '')
    const opening = { name, email, phone, adminName, passwordHash, campaignsEnabled, ...trial }
    const consent = { consent: given.consent ? 1 : 0, ...(terms && { terms }) }
    return insertCompanyWithAdmin(platform, opening, { actor: { system: 'signup' }, address }, consent)
  })
  await publishCompanyToProvider(platform, 'create', made.id)
  return made
}

/** Returns 1 when a public plan includes campaigns, else 0. @throws ERR_NO_PLAN_FOUND for a plan that is not public */
async function requirePublicPlan({ db }: Platform, id: number) {
  const plan = await db
    .selectFrom('plans')
    .select('useCampaigns')
    .where('id', '=', id)
    .where('isPublic', '=', 1)
    .executeTakeFirst()
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan.useCampaigns
}

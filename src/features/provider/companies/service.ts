import { wideNetworkOf } from '../../../core/http/client-info'
import type { Platform } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { assertSetUp } from '../../accounts/auth/setup/setup-state'
import { checkPassword } from '../../accounts/users/passwords/passwords'
import { readInstallationSetting } from '../../platform/settings/service'
import { insertCompanyWithAdmin, refuseDuplicateCompany, trialEnd } from './insert'
import type { SignedUp, Signup } from './model'
import { publishCompanyToProvider } from './publish'
import { enqueueSignUpMails } from './sign-up-mail'

/**
 * Signs a new company up without a login: inserts company, first admin and settings in one transaction. The server sets
 * due date, recurrence and flags; super users get a mail. The line of the audit log records the consent with the address of the terms.
 * @throws ERR_VALIDATION (422) without the consent that the provider requires, ERR_USER_CREATION_DISABLED (403),
 * ERR_SETUP_NEEDED (403), ERR_NO_PLAN_FOUND (404), ERR_COMPANY_NAME_ALREADY_EXISTS (409), ERR_EMAIL_TAKEN (409),
 * ERR_WEAK_PASSWORD (400)
 */
export async function signUp(platform: Platform, input: Signup, address = ''): Promise<SignedUp> {
  await assertSetUp(platform)
  if ((await readInstallationSetting(platform, 'userCreation')) !== 'enabled')
    throw new AppError('ERR_USER_CREATION_DISABLED')
  const terms = await readInstallationSetting(platform, 'signupTerms')
  if (terms && !input.consent) throw new AppError('ERR_VALIDATION', { fields: ['consent'] })
  const name = input.name.trim()
  const adminName = input.adminName?.trim() || name
  const email = input.email.toLowerCase()
  await checkPassword(platform, input.password, { companyId: null, email, name: adminName })
  await requirePublicPlan(platform, input.planId) // before the slow hash; again in the transaction
  const passwordHash = await platform.ports.passwords.hash(input.password, wideNetworkOf(address))
  const made = await platform.transaction(async (platform) => {
    const campaignsEnabled = await requirePublicPlan(platform, input.planId)
    // Last: asking whether an e-mail has an account costs a hash, or makes a company.
    await refuseDuplicateCompany(platform, name, email)
    const dueDate = trialEnd()
    const trial = { planId: input.planId, dueDate, trialExpiration: dueDate, recurrence: 'MENSAL', status: 1 } as const
    const phone = input.phone.replace(/\D/g, '')
    const opening = { name, email, phone, adminName, passwordHash, campaignsEnabled, ...trial }
    const consent = { consent: input.consent ? 1 : 0, ...(terms && { terms }) }
    const company = await insertCompanyWithAdmin(platform, opening, { actor: { system: 'signup' }, address }, consent)
    await enqueueSignUpMails(platform, company.id)
    return company
  })
  platform.ports.wakeJobs()
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

import { wideNetworkOf } from '../../../core/http/client-info'
import type { Platform } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { assertSetUp } from '../../accounts/auth/setup/setup-state'
import { checkPassword } from '../../accounts/users/passwords/passwords'
import { readInstallationSetting } from '../../platform/settings/service'
import { mailConfirmation, openSignUp, signUpMode } from './confirm-sign-up'
import { insertCompanyWithAdmin, refuseDuplicateCompany, trialEnd } from './insert'
import type { SignedUp, SignUpAnswer, Signup } from './model'
import { publishCompanyToProvider } from './publish'
import { enqueueSignUpMails } from './sign-up-mail'

/** Checked texts of a sign-up, the hash of its password, and the terms that were accepted. */
export interface Opening {
  name: string
  email: string
  phone: string
  adminName: string
  passwordHash: string
  planId: number
  consent: Record<string, string | number>
}

/**
 * Signs a new company up without a login: inserts company, first admin and settings in one transaction. The server sets
 * due date, recurrence and flags; super users get a mail. Where the provider wants it, nothing is stored before the link
 * of a mail was confirmed. The line of the audit log records the consent with the address of the terms.
 * @param limitMails counts a mail to the address. @throws ERR_RATE_LIMIT
 * @throws ERR_VALIDATION (422) without the consent that the provider requires, ERR_USER_CREATION_DISABLED (403),
 * ERR_SETUP_NEEDED (403), ERR_NO_PLAN_FOUND (404), ERR_COMPANY_NAME_ALREADY_EXISTS (409), ERR_EMAIL_TAKEN (409),
 * ERR_WEAK_PASSWORD (400)
 */
export async function signUp(
  platform: Platform,
  input: Signup,
  address = '',
  limitMails: (email: string) => void = () => {},
): Promise<SignUpAnswer> {
  await assertSetUp(platform)
  const mode = await signUpMode(platform)
  if (mode === 'closed') throw new AppError('ERR_USER_CREATION_DISABLED')
  const opening = await checkedOpening(platform, input, address)
  if (mode === 'open') return openCompany(platform, opening, address)
  await refuseDuplicateCompany(platform, opening.name, opening.email)
  limitMails(opening.email)
  await mailConfirmation(platform, opening, input.language)
  return { confirm: true }
}

/**
 * Makes the company of a confirmed link. The link works once while that company exists: its e-mail is taken then.
 * @throws ERR_INVITATION_INVALID, and the errors of `signUp`
 */
export async function confirmSignUp(platform: Platform, sealed: string, address: string): Promise<SignedUp> {
  if ((await signUpMode(platform)) === 'closed') throw new AppError('ERR_USER_CREATION_DISABLED')
  return openCompany(platform, openSignUp(platform, sealed), address)
}

async function checkedOpening(platform: Platform, input: Signup, address: string): Promise<Opening> {
  const terms = await readInstallationSetting(platform, 'signupTerms')
  if (terms && !input.consent) throw new AppError('ERR_VALIDATION', { fields: ['consent'] })
  const name = input.name.trim()
  const adminName = input.adminName?.trim() || name
  const email = input.email.toLowerCase()
  await checkPassword(platform, input.password, { companyId: null, email, name: adminName })
  await requirePublicPlan(platform, input.planId) // before the slow hash; again in the transaction
  const passwordHash = await platform.ports.passwords.hash(input.password, wideNetworkOf(address))
  const phone = input.phone.replace(/\D/g, '')
  const consent = { consent: input.consent ? 1 : 0, ...(terms && { terms }) }
  return { name, email, phone, adminName, passwordHash, planId: input.planId, consent }
}

async function openCompany(platform: Platform, { consent, ...opening }: Opening, address: string): Promise<SignedUp> {
  const made = await platform.transaction(async (platform) => {
    const campaignsEnabled = await requirePublicPlan(platform, opening.planId)
    // Last: asking whether an e-mail has an account costs a hash, or makes a company.
    await refuseDuplicateCompany(platform, opening.name, opening.email)
    const dueDate = trialEnd()
    const trial = { dueDate, trialExpiration: dueDate, recurrence: 'MENSAL', status: 1 } as const
    const by = { actor: { system: 'signup' }, address }
    const company = await insertCompanyWithAdmin(platform, { ...opening, campaignsEnabled, ...trial }, by, consent)
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

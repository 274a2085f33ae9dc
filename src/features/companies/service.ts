import type { Platform } from '../../core/scope'
import { addDays, dayIn, usualZone } from '../../core/time'
import { AppError } from '../../shared/errors'
import { checkPassword, hashPassword } from '../auth/passwords'
import { readInstallationSetting } from '../settings/service'
import { refuseTaken } from '../users/service'
import type { SignedUp, Signup } from './model'

/** Days a new company may try (specification §9). */
const trialDays = 3

/**
 * A stranger opens a company: the company, its first admin and its settings in one transaction. Due date, recurrence
 * and flags are the server's. 403 ERR_USER_CREATION_DISABLED, 404 ERR_NO_PLAN_FOUND, 409
 * ERR_COMPANY_NAME_ALREADY_EXISTS or ERR_EMAIL_TAKEN, 400 ERR_WEAK_PASSWORD.
 */
export async function signUp(platform: Platform, given: Signup): Promise<SignedUp> {
  if ((await readInstallationSetting(platform, 'userCreation')) !== 'enabled')
    throw new AppError('ERR_USER_CREATION_DISABLED')
  const name = given.name.trim()
  const email = given.email.toLowerCase()
  checkPassword(given.password, { email, name })
  await refuseTwin(platform, name, email) // once before the hash, which is dear, and once where nobody else can write
  const passwordHash = await hashPassword(given.password)
  return platform.transaction(async (platform) => {
    await refuseTwin(platform, name, email)
    return open(platform, { ...given, name, email, passwordHash })
  })
}

async function refuseTwin(platform: Platform, name: string, email: string) {
  const twin = await platform.db.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirst()
  if (twin) throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS')
  await refuseTaken(platform, email)
}

async function open(
  platform: Platform,
  { name, email, phone, planId, passwordHash }: Signup & { passwordHash: string },
): Promise<SignedUp> {
  const plan = await platform.db
    .selectFrom('plans')
    .select('useCampaigns')
    .where('id', '=', planId)
    .where('isPublic', '=', 1)
    .executeTakeFirst()
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  const dueDate = addDays(dayIn(usualZone), trialDays)
  const terms = { planId, dueDate, trialExpiration: dueDate, recurrence: 'MENSAL' as const, status: 1 as const }
  const company = await platform.db
    .insertInto('companies')
    .values({ name, email, phone: phone.replace(/\D/g, ''), ...terms, campaignsEnabled: plan.useCampaigns })
    .returning(['id', 'name', 'dueDate'])
    .executeTakeFirstOrThrow()
  const db = platform.tenant(company.id)
  const rights = { profile: 'admin' as const, whatsappId: null, language: null }
  await db.insert('users', { name, email, passwordHash, ...rights }).execute()
  const value = plan.useCampaigns === 1 ? 'true' : 'false'
  await db.insert('settings', { key: 'campaignsEnabled', value }).execute()
  return company
}

import type { Visitor } from '../../core/http/client-info'
import type { Platform } from '../../core/scope'
import { randomToken } from '../../core/secrets'
import type { CompanyId } from '../../core/storage/schema'
import { AppError } from '../../shared/errors'
import { checkPassword, hashPassword } from '../users/passwords'
import type { Authenticator } from './authenticator'
import { type SignedIn, signIn } from './login'
import type { Setup } from './model'

/** Row of `installation` that holds the hash of the one-time set-up link's token. */
const setupKey = 'setupHash'
/** The provider's own company: its people run the installation, and its licence never ends. */
const providerName = 'Balcão'
const providerDueDate = '2099-12-31'

/** True until somebody runs this installation. */
export async function setupNeeded({ db }: Platform): Promise<boolean> {
  return !(await db.selectFrom('users').select('id').where('super', '=', 1).limit(1).executeTakeFirst())
}

/**
 * The address at which the first super user is made, or null when there is one. A new link each time, the older ones
 * are worth nothing; only its hash is stored.
 */
export async function setupLink(platform: Platform, publicUrl: string): Promise<string | null> {
  if (!(await setupNeeded(platform))) return null
  const token = randomToken()
  const value = platform.ports.secrets.hash(token)
  await platform.transaction(({ db }) =>
    db
      .insertInto('installation')
      .values({ key: setupKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute(),
  )
  return `${publicUrl}/setup?token=${token}`
}

/** Makes the first super user and signs in. 409 ERR_SETUP_DONE, 403 ERR_SETUP_TOKEN, 400 ERR_WEAK_PASSWORD. */
export async function setUp(
  authenticator: Authenticator,
  { token, ...person }: Setup,
  visitor: Visitor,
): Promise<SignedIn> {
  const { platform } = authenticator
  if (!(await setupNeeded(platform))) throw new AppError('ERR_SETUP_DONE')
  await checkSetupToken(platform, token)
  const passwordHash = await checkAndHashPassword(person)
  const made = await platform.transaction(async (platform) => {
    // Once more, now that nobody else can write: two people with the same link make one user.
    if (!(await setupNeeded(platform))) throw new AppError('ERR_SETUP_DONE')
    await checkSetupToken(platform, token)
    await platform.db.deleteFrom('installation').where('key', '=', setupKey).execute()
    return createSuper(platform, { ...person, passwordHash })
  })
  return signIn(authenticator, made, visitor)
}

/**
 * Makes the super user named by the environment, unless there is one already; true when it was made now. Throws
 * ERR_WEAK_PASSWORD or ERR_EMAIL_TAKEN.
 */
export async function ensureSuperUser(
  platform: Platform,
  given: { email: string; password: string },
): Promise<boolean> {
  if (!(await setupNeeded(platform))) return false
  const person = { ...given, name: 'Super' }
  const passwordHash = await checkAndHashPassword(person)
  await platform.transaction((platform) => createSuper(platform, { ...person, passwordHash }))
  return true
}

async function checkSetupToken({ db, ports }: Platform, token: string) {
  const row = await db.selectFrom('installation').select('value').where('key', '=', setupKey).executeTakeFirst()
  if (row?.value !== ports.secrets.hash(token)) throw new AppError('ERR_SETUP_TOKEN')
}

function checkAndHashPassword({ email, name, password }: { email: string; name: string; password: string }) {
  checkPassword(password, { email, name, super: true })
  return hashPassword(password)
}

async function createSuper(
  platform: Platform,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<{ id: number; companyId: CompanyId }> {
  const taken = await platform.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (taken) throw new AppError('ERR_EMAIL_TAKEN')
  const companyId = await providerCompany(platform, email)
  return platform
    .tenant(companyId)
    .insert('users', {
      name,
      email: email.toLowerCase(),
      passwordHash,
      profile: 'admin',
      super: 1,
      whatsappId: null,
      language: null,
    })
    .returning(['id', 'companyId'])
    .executeTakeFirstOrThrow()
}

async function providerCompany({ db }: Platform, email: string): Promise<CompanyId> {
  const there = await db.selectFrom('companies').select('id').where('name', '=', providerName).executeTakeFirst()
  if (there) return there.id
  const plan = await db.selectFrom('plans').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const values = {
    name: providerName,
    email: email.toLowerCase(),
    phone: '',
    planId: plan.id,
    dueDate: providerDueDate,
    trialExpiration: null,
    campaignsEnabled: 1 as const,
  }
  const made = await db.insertInto('companies').values(values).returning('id').executeTakeFirstOrThrow()
  return made.id
}

import type { ClientInfo } from '../../../../core/http/client-info'
import type { Platform } from '../../../../core/scope'
import { randomToken } from '../../../../core/secrets'
import { storeInstallationValue } from '../../../../core/storage/installation-value'
import type { CompanyId } from '../../../../core/storage/schema'
import { AppError } from '../../../../shared/errors'
import { storeCampaignsSetting } from '../../../platform/settings/campaigns-setting'
import { storeInstallationSetting } from '../../../platform/settings/installation-setting'
import { checkPassword } from '../../users/passwords/passwords'
import type { Authenticator } from '../authenticator'
import { type SignedIn, signIn } from '../login/login'
import type { Setup } from '../model'
import { setupKey, setupNeeded } from './setup-state'

/** Key in `installation` of the id of the provider's own company, whose users run the installation. */
const providerKey = 'providerCompany'
/** Names of that company, after the one chosen at the set-up: the first that no company has. */
const providerNames = ['Balcão', 'Balcão (provedor)']
/** Due date of its licence, which practically never expires. */
const providerDueDate = '2099-12-31'

/**
 * URL where the first super user is created, or null when one exists. Every call makes a new link and invalidates the
 * earlier ones. Only the hash of its token is stored.
 */
export async function setupLink(platform: Platform, publicUrl: string): Promise<string | null> {
  if (!(await setupNeeded(platform))) return null
  const token = randomToken()
  const value = platform.ports.secrets.hash(token)
  await platform.transaction(({ db }) => storeInstallationValue(db, setupKey, value))
  return `${publicUrl}/setup?token=${token}`
}

/**
 * Creates the first super user and signs them in. Sign-up of companies opens only for an owner who sells Balcão.
 * @throws ERR_SETUP_DONE (409), ERR_SETUP_TOKEN (403), ERR_WEAK_PASSWORD (400), ERR_EMAIL_TAKEN (409)
 */
export async function setUp(
  authenticator: Authenticator,
  { token, companyName, sells, ...person }: Setup,
  client: ClientInfo,
): Promise<SignedIn> {
  const { platform } = authenticator
  if (!(await setupNeeded(platform))) throw new AppError('ERR_SETUP_DONE')
  await checkSetupToken(platform, token)
  const passwordHash = await checkAndHashPassword(platform, person)
  const made = await platform.transaction(async (platform) => {
    // Checked again inside the transaction: two requests with the same link create one user.
    if (!(await setupNeeded(platform))) throw new AppError('ERR_SETUP_DONE')
    await checkSetupToken(platform, token)
    await platform.db.deleteFrom('installation').where('key', '=', setupKey).execute()
    if (sells !== undefined) await storeInstallationSetting(platform, 'userCreation', sells ? 'enabled' : 'disabled')
    return createSuper(platform, { ...person, passwordHash, companyName })
  })
  return signIn(authenticator, made, client)
}

/**
 * Creates the super user given by the environment unless one exists; returns true when it was created.
 * @throws ERR_WEAK_PASSWORD, ERR_EMAIL_TAKEN
 */
export async function ensureSuperUser(
  platform: Platform,
  credentials: { email: string; password: string },
): Promise<boolean> {
  if (!(await setupNeeded(platform))) return false
  const person = { ...credentials, name: 'Super' }
  const passwordHash = await checkAndHashPassword(platform, person)
  await platform.transaction((platform) => createSuper(platform, { ...person, passwordHash }))
  return true
}

async function checkSetupToken({ db, ports }: Platform, token: string) {
  const row = await db.selectFrom('installation').select('value').where('key', '=', setupKey).executeTakeFirst()
  if (row?.value !== ports.secrets.hash(token)) throw new AppError('ERR_SETUP_TOKEN')
}

async function checkAndHashPassword(
  platform: Platform,
  { password, ...person }: { email: string; name: string; password: string },
) {
  await checkPassword(platform, password, { ...person, companyId: null, super: true })
  return platform.ports.passwords.hash(password)
}

interface NewSuper {
  name: string
  email: string
  passwordHash: string
  companyName?: string | undefined
}

async function createSuper(
  platform: Platform,
  { name, email, passwordHash, companyName }: NewSuper,
): Promise<{ id: number; companyId: CompanyId }> {
  const sameEmail = await platform.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (sameEmail) throw new AppError('ERR_EMAIL_TAKEN')
  const companyId = await providerCompany(platform, email, companyName)
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

/** The provider's company, known by its mark and never by its name, which any company may have. */
async function providerCompany(platform: Platform, email: string, chosen?: string): Promise<CompanyId> {
  const { db } = platform
  const marked = await db.selectFrom('installation').select('value').where('key', '=', providerKey).executeTakeFirst()
  if (marked) return Number(marked.value) as CompanyId
  const names = chosen ? [chosen, ...providerNames] : providerNames
  const taken = await db.selectFrom('companies').select('name').where('name', 'in', names).execute()
  const name = names.find((one) => taken.every(({ name }) => name !== one)) ?? `Balcão ${crypto.randomUUID()}`
  const plan = await db.selectFrom('plans').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const values = {
    name,
    email: email.toLowerCase(),
    phone: '',
    planId: plan.id,
    dueDate: providerDueDate,
    trialExpiration: null,
    campaignsEnabled: 1 as const,
  }
  const made = await db.insertInto('companies').values(values).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('company_figures').values({ companyId: made.id }).execute()
  await storeCampaignsSetting(platform, made.id, true)
  await db
    .insertInto('installation')
    .values({ key: providerKey, value: `${made.id}` })
    .execute()
  return made.id
}

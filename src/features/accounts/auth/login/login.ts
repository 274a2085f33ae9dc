import { type ClientInfo, wideNetworkOf } from '../../../../core/http/client-info'
import { LineLimit } from '../../../../core/line-limit'
import { log } from '../../../../core/log'
import type { Platform } from '../../../../core/scope'
import type { CompanyId } from '../../../../core/storage/schema'
import { AppError } from '../../../../shared/errors'
import { hasLicenceEnded, type LicenceRow, licenceColumns } from '../../../platform/company/licence'
import { hasPasskey } from '../../passkeys/read'
import { secondFactor } from '../../users/read'
import type { Authenticator } from '../authenticator'
import { meOf } from '../me'
import type { Credentials, LoginAnswer } from '../model'
import { assertSetUp } from '../setup/setup-state'
import { noteRefusedLogin } from './audit-login'
import { sealChallenge } from './challenge'
import { countLoginAttempt } from './login-attempts'
import { openLogin } from './open-login'

/** Lines about unknown e-mails; a refused login of a user is a line of the audit log, too. */
const unknownLogins = new LineLimit(30)

/** Result of a login: the response body, and the refresh token for the cookie. */
export interface SignedIn {
  body: LoginAnswer
  refresh: string
}

interface Person extends LicenceRow {
  id: number
  name: string
  companyId: CompanyId
  passwordHash: string
  profile: string
  super: number
  status: number
  secondFactor: number
}

/**
 * Signs a person in by e-mail and password, and ends the person's logins on other devices that may not stay beside it.
 * @throws ERR_INVALID_CREDENTIALS (401), ERR_COMPANY_DISABLED (403), ERR_SETUP_NEEDED (403), ERR_RATE_LIMIT (429)
 * @throws ERR_SUBSCRIPTION_EXPIRED (402) `{ dueDate, token? }`; the token, for an admin, opens only the renewal routes
 * @throws ERR_SECOND_FACTOR (401) `{ challenge, passkey }` when the account also needs a code or one of its passkeys
 */
export async function login(
  authenticator: Authenticator,
  credentials: Credentials,
  client: ClientInfo,
): Promise<SignedIn> {
  const email = credentials.email.trim().toLowerCase()
  await assertSetUp(authenticator.platform)
  const person = await findPerson(authenticator.platform, { email })
  const attempt = await countLoginAttempt(authenticator, { email, userId: person?.id, ip: client.ip })
  const { passwords } = authenticator.platform.ports
  const isSame = await passwords.verify(credentials.password, person?.passwordHash, wideNetworkOf(client.ip))
  if (!isSame || !person) {
    if (person) noteRefusedLogin(authenticator, person, client, 'login')
    else
      unknownLogins.use((dropped) =>
        log.warn({ address: client.ip, dropped }, 'a login with an unknown e-mail was refused'),
      )
    throw new AppError('ERR_INVALID_CREDENTIALS')
  }
  attempt.succeeded()
  if (passwords.needsRehash(person.passwordHash))
    person.passwordHash = await rehashPassword(authenticator.platform, person, credentials.password)
  if (person.secondFactor !== 1) return admitPerson(authenticator, person, client)
  const challenge = sealChallenge(authenticator.platform.ports.secrets, person)
  throw new AppError('ERR_SECOND_FACTOR', { challenge, passkey: await hasPasskey(authenticator.platform, person) })
}

/**
 * Signs an authenticated person in. Super users pass both checks.
 * @throws ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED `{ dueDate, token? }`
 */
export async function admitPerson(authenticator: Authenticator, person: Person, client: ClientInfo): Promise<SignedIn> {
  if (person.status !== 1 && person.super !== 1) throw new AppError('ERR_COMPANY_DISABLED')
  if (person.super !== 1 && hasLicenceEnded(person)) throw await overdueError(authenticator, person, client)
  return signIn(authenticator, person, client)
}

/** Opens a login for an authenticated person and ends the logins that it replaces. */
export async function signIn(
  authenticator: Authenticator,
  { id: userId, companyId }: { id: number; companyId: CompanyId },
  client: ClientInfo,
): Promise<SignedIn> {
  const { tokenId, refresh } = await openLogin(authenticator, { userId, companyId }, client, false)
  const token = await authenticator.tokens.sign({ tokenId, userId, companyId })
  return { body: { token, user: await meOf(authenticator, { tokenId, userId, companyId }) }, refresh }
}

/** The user with an e-mail or id, with company and licence; undefined for support users. */
export const findPerson = (platform: Platform, by: { email: string } | { id: number }): Promise<Person | undefined> =>
  platform.db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.companyId')
    .select(['users.id', 'users.name', 'users.companyId', 'passwordHash', 'profile', 'super', 'status'])
    .select(licenceColumns)
    .select(secondFactor)
    .where((eb) => ('id' in by ? eb('users.id', '=', by.id) : eb('users.email', '=', by.email)))
    .where('users.support', '=', 0) // support users sign in only through a support grant
    .executeTakeFirst()

async function overdueError(
  authenticator: Authenticator,
  { id: userId, companyId, dueDate, profile }: Person,
  client: ClientInfo,
) {
  if (profile !== 'admin') return new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueDate })
  const { tokenId } = await openLogin(authenticator, { userId, companyId }, client, true)
  const token = await authenticator.tokens.sign({ tokenId, userId, companyId })
  return new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueDate, token })
}

/** Stores the password hashed with the current parameters, unless the password has changed meanwhile. */
async function rehashPassword(platform: Platform, person: Person, password: string): Promise<string> {
  const passwordHash = await platform.ports.passwords.hash(password)
  await platform.transaction(({ db }) =>
    db
      .updateTable('users')
      .set({ passwordHash })
      .where('id', '=', person.id)
      .where('passwordHash', '=', person.passwordHash)
      .execute(),
  )
  return passwordHash
}

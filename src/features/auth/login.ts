import type { ClientInfo } from '../../core/http/client-info'
import type { Platform } from '../../core/scope'
import type { CompanyId } from '../../core/storage/schema'
import { isPastDueDay } from '../../core/time'
import { AppError } from '../../shared/errors'
import { hashPassword, needsRehash, verifyPassword } from '../users/passwords'
import { secondFactor } from '../users/read'
import type { Authenticator } from './authenticator'
import { sealChallenge } from './challenge'
import { meOf } from './me'
import type { Credentials, LoginAnswer } from './model'
import type { RateLimits } from './rate-limits'
import { RefreshTokens } from './refresh-token'

/** Days after which an unused login expires (decisions.md, Wire). */
export const refreshDays = 14
export const refreshSeconds = refreshDays * 24 * 3600

/** Result of a login: the response body, and the refresh token for the cookie. */
export interface SignedIn {
  body: LoginAnswer
  refresh: string
}

interface Person {
  id: number
  companyId: CompanyId
  passwordHash: string
  profile: string
  super: number
  status: number
  dueDate: string
  timeZone: string
  secondFactor: number
}

/**
 * Signs a person in by e-mail and password, and ends the person's other logins.
 * @throws ERR_INVALID_CREDENTIALS (401), ERR_COMPANY_DISABLED (403), ERR_RATE_LIMIT (429)
 * @throws ERR_SUBSCRIPTION_EXPIRED (402) `{ dueDate, token? }`; the token, for an admin, opens only the renewal routes
 * @throws ERR_SECOND_FACTOR (401) `{ challenge }` when the account also needs a code
 */
export async function login(authenticator: Authenticator, given: Credentials, client: ClientInfo): Promise<SignedIn> {
  const email = given.email.trim().toLowerCase()
  const attempt = countAttempt(authenticator.limits, email, client.ip)
  const person = await findPerson(authenticator.platform, { email })
  if (!(await verifyPassword(given.password, person?.passwordHash)) || !person)
    throw new AppError('ERR_INVALID_CREDENTIALS')
  attempt.succeeded()
  if (needsRehash(person.passwordHash))
    person.passwordHash = await rehashPassword(authenticator.platform, person, given.password)
  if (person.secondFactor !== 1) return admitPerson(authenticator, person, client)
  throw new AppError('ERR_SECOND_FACTOR', { challenge: sealChallenge(authenticator.platform.ports.secrets, person) })
}

/**
 * Signs an authenticated person in. Super users pass both checks.
 * @throws ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED `{ dueDate, token? }`
 */
export async function admitPerson(authenticator: Authenticator, person: Person, client: ClientInfo): Promise<SignedIn> {
  if (person.status !== 1 && person.super !== 1) throw new AppError('ERR_COMPANY_DISABLED')
  if (person.super !== 1 && isPastDueDay(person.dueDate, person.timeZone))
    throw await overdueError(authenticator, person, client)
  return signIn(authenticator, person, client)
}

/** Opens a login for an authenticated person and ends the person's other logins. */
export async function signIn(
  authenticator: Authenticator,
  { id: userId, companyId }: { id: number; companyId: CompanyId },
  client: ClientInfo,
): Promise<SignedIn> {
  const { tokenId, refresh } = await openLogin(authenticator, { userId, companyId }, client, false)
  const token = await authenticator.tokens.sign({ tokenId, userId, companyId })
  return { body: { token, user: await meOf(authenticator, companyId, userId) }, refresh }
}

/**
 * Counts a login attempt before the password is verified. The limit per account does not apply to addresses from which
 * the account has signed in before, so that guesses from elsewhere do not lock its owner out. `succeeded` takes the
 * attempt back. @throws ERR_RATE_LIMIT
 */
function countAttempt(limits: RateLimits, email: string, ip: string) {
  const pair = `${email} ${ip}`
  limits.loginAddress.take(ip)
  limits.login.take(pair)
  if (!limits.knownAddresses.has(pair)) limits.account.take(email)
  return {
    succeeded() {
      limits.loginAddress.giveBack(ip)
      limits.login.forget(pair)
      if (!limits.knownAddresses.has(pair)) limits.account.giveBack(email)
      limits.knownAddresses.set(pair, true)
    },
  }
}

/** The user with an e-mail or id, with company and licence; undefined for support users. */
export const findPerson = (platform: Platform, by: { email: string } | { id: number }): Promise<Person | undefined> =>
  platform.db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.companyId')
    .select(['users.id', 'users.companyId', 'passwordHash', 'profile', 'super', 'status', 'dueDate', 'timeZone'])
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
  const passwordHash = await hashPassword(password)
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

/** Inserts the new login and revokes the person's other ones in one transaction, then closes their sockets. */
async function openLogin(
  authenticator: Authenticator,
  { userId, companyId }: { userId: number; companyId: CompanyId },
  { userAgent, ip }: ClientInfo,
  renewalOnly: boolean,
) {
  const { ports } = authenticator.platform
  const refreshTokens = new RefreshTokens(ports.secrets)
  const at = new Date()
  const opened = await authenticator.platform.transaction(async (platform) => {
    const db = platform.tenant(companyId)
    const ended = await db
      .update('tokens')
      .set({ revokedAt: at.toISOString(), revokedFor: 'elsewhere' })
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .returning('id')
      .execute()
    await db.delete('push_subscriptions').where('userId', '=', userId).execute()
    const row = {
      userId,
      userAgent,
      address: ip,
      renewalOnly: renewalOnly ? (1 as const) : (0 as const),
      refreshHash: crypto.randomUUID(),
      createdAt: at.toISOString(),
      rotatedAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + refreshSeconds * 1000).toISOString(),
    }
    const { id } = await db
      .insert('tokens', { ...row, previousHash: null, revokedAt: null, revokedFor: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const refresh = refreshTokens.fresh(id, userId)
    await db
      .update('tokens')
      .set({ refreshHash: refreshTokens.hash(refresh) })
      .where('id', '=', id)
      .execute()
    return { tokenId: id, refresh, ended: ended.map(({ id }) => id) }
  })
  if (opened.ended.length > 0) {
    ports.publish(companyId, 'auth', { action: 'update', user: { id: userId }, tokenId: opened.tokenId })
    ports.rightsChanged(companyId, userId) // closes their sockets
  }
  return opened
}

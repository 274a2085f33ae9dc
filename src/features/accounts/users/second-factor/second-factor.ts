import { randomBytes } from 'node:crypto'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { recordAuditEntry } from '../../../platform/audit/record'
import { productName } from '../../../platform/look/read'
import { getUser } from '../read'
import { base32, enrolmentUri, matchingStep } from './totp'

const recoveryCodes = 10
/** Length of a secret in bytes, as RFC 4226 recommends for SHA-1. */
const secretBytes = 20

const byUser = hot<{ userId: number }>()((db, p) =>
  db.select('second_factors').select(['sealed', 'confirmedAt', 'lastStep']).where('userId', '=', p('userId')),
)
const sealingContext = (userId: number) => `second_factors/${userId}`

/**
 * Creates a new secret for the acting user's authenticator app; returns it as a key to type and as the URI of the QR
 * code. Not required at login until confirmed.
 * @throws ERR_SECOND_FACTOR_STATE when one is confirmed already
 */
export async function beginSecondFactor(outer: Scope): Promise<{ key: string; uri: string }> {
  const { userId } = outer.viewer
  const issuer = await productName(outer.ports)
  return outer.transaction(async (scope) => {
    if ((await scope.db.first(byUser, { userId }))?.confirmedAt) throw new AppError('ERR_SECOND_FACTOR_STATE')
    const secret = randomBytes(secretBytes)
    await scope.db.delete('second_factors').where('userId', '=', userId).execute()
    const sealed = (await scope.sealer()).seal(secret, sealingContext(userId))
    await scope.db.insert('second_factors', { userId, sealed, confirmedAt: null }).execute()
    const { email } = await getUser(scope, userId)
    const key = base32(secret)
    return { key, uri: enrolmentUri(key, email, issuer) }
  })
}

/**
 * Confirms the second factor with a first code; returns the recovery codes, which are shown only once.
 * @throws ERR_SECOND_FACTOR_STATE, ERR_SECOND_FACTOR_CODE
 */
export function confirmSecondFactor(outer: Scope, code: string, now = Date.now()): Promise<string[]> {
  const { userId } = outer.viewer
  return outer.transaction(async (scope) => {
    const row = await scope.db.first(byUser, { userId })
    if (!row || row.confirmedAt) throw new AppError('ERR_SECOND_FACTOR_STATE')
    const step = matchingStep(await secretOf(scope, userId, row.sealed), code, now, 0)
    if (step === null) throw new AppError('ERR_SECOND_FACTOR_CODE')
    const confirmedAt = new Date(now).toISOString()
    await scope.db.update('second_factors').set({ confirmedAt, lastStep: step }).where('userId', '=', userId).execute()
    await publishSecondFactor(scope, userId, true)
    return writeRecoveryCodes(scope, userId)
  })
}

/** Uses up a code of the app or a recovery code; returns false when it is neither. */
export function consumeCode(outer: Scope, userId: number, typed: string, now = Date.now()): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  return outer.transaction(async (scope) => {
    const row = await scope.db.first(byUser, { userId })
    if (!/^\d{6}$/.test(code)) return takeRecoveryCode(scope, userId, code, now)
    if (!row?.confirmedAt) return false
    const step = matchingStep(await secretOf(scope, userId, row.sealed), code, now, row.lastStep)
    if (step === null) return false
    await scope.db.update('second_factors').set({ lastStep: step }).where('userId', '=', userId).execute()
    return true
  })
}

/** Replaces the acting user's recovery codes; returns ten new ones. */
export const renewRecoveryCodes = (outer: Scope): Promise<string[]> =>
  outer.transaction(async (scope) => {
    const { userId, name } = scope.viewer
    const codes = await writeRecoveryCodes(scope, userId)
    await recordAuditEntry(scope, {
      action: 'update',
      entity: 'user',
      entityId: userId,
      name,
      after: { recoveryCodes: 'new' },
    })
    return codes
  })

/** Removes the acting user's authenticator app, and the recovery codes unless a passkey is left. */
export function removeAuthenticatorApp(outer: Scope): Promise<void> {
  const { userId } = outer.viewer
  return outer.transaction(async (scope) => {
    const was = (await scope.db.first(byUser, { userId }))?.confirmedAt
    await scope.db.delete('second_factors').where('userId', '=', userId).execute()
    await deleteUnusedRecoveryCodes(scope, userId)
    if (was) await publishSecondFactor(scope, userId, false)
  })
}

/** Removes app, passkeys and recovery codes of a user, by an admin after the devices were lost. */
export function resetSecondFactor(outer: Scope, userId: number): Promise<void> {
  return outer.transaction(async (scope) => {
    const had = await hasSecondFactor(scope, userId)
    for (const table of ['second_factors', 'passkeys', 'recovery_codes'] as const)
      await scope.db.delete(table).where('userId', '=', userId).execute()
    if (had) await publishSecondFactor(scope, userId, false)
  })
}

/** True when the acting user has a confirmed authenticator app. */
export const hasAuthenticatorApp = async (scope: Scope): Promise<boolean> =>
  Boolean((await scope.db.first(byUser, { userId: scope.viewer.userId }))?.confirmedAt)

/** True for a user with a confirmed app or a passkey. */
export const hasSecondFactor = async (scope: Scope, userId: number) => (await getUser(scope, userId)).secondFactor

/** Deletes the recovery codes of a user without a second factor. */
export async function deleteUnusedRecoveryCodes(scope: Scope, userId: number) {
  if (!(await hasSecondFactor(scope, userId)))
    await scope.db.delete('recovery_codes').where('userId', '=', userId).execute()
}

async function takeRecoveryCode(scope: Scope, userId: number, code: string, now: number): Promise<boolean> {
  const takenCode = await scope.db
    .update('recovery_codes')
    .set({ usedAt: new Date(now).toISOString() })
    .where('userId', '=', userId)
    .where('hash', '=', hashOf(scope, userId, code))
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!takenCode) return false
  const { name } = await getUser(scope, userId)
  await recordAuditEntry(scope, {
    action: 'update',
    entity: 'user',
    entityId: userId,
    name,
    after: { recoveryCode: 'used' },
  })
  return true
}

/** Inserts ten recovery codes of ten base32 characters: 50 bits each, without easily confused characters. */
export async function writeRecoveryCodes(scope: Scope, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => base32(randomBytes(7)).slice(0, 10))
  await scope.db.delete('recovery_codes').where('userId', '=', userId).execute()
  const rows = codes.map((code) => ({ userId, hash: hashOf(scope, userId, code), usedAt: null }))
  await scope.db.insert('recovery_codes', rows).execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

async function publishSecondFactor(scope: Scope, userId: number, secondFactor: boolean) {
  const user = await getUser(scope, userId)
  const sides = { before: { secondFactor: !secondFactor }, after: { secondFactor } }
  await recordAuditEntry(scope, { action: 'update', entity: 'user', entityId: userId, name: user.name, ...sides })
  await publishUserFactors(scope, userId)
}

/** Publishes a user whose second factors changed; the next request applies what they allow. */
export async function publishUserFactors(scope: Scope, userId: number) {
  scope.publish('user', { action: 'update', user: await getUser(scope, userId) })
  scope.rightsChanged(userId)
}

const secretOf = async (scope: Scope, userId: number, sealed: Uint8Array) =>
  (await scope.sealer()).open(sealed, sealingContext(userId))
const hashOf = (scope: Scope, userId: number, code: string) => scope.ports.secrets.hash(`recovery ${userId} ${code}`)

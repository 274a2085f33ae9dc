import type { RegistrationResponseJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { log } from '../../../core/log'
import type { Scope } from '../../../core/scope'
import { randomToken } from '../../../core/secrets'
import { isUniqueViolation } from '../../../core/storage/expressions'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { recordAuditEntry } from '../../platform/audit/record'
import { productName } from '../../platform/look/read'
import { getUser } from '../users/read'
import { hasSecondFactor, publishUserFactors, writeRecoveryCodes } from '../users/second-factor/second-factor'
import { challengeTtl, createChallenge, openPasskeyChallenge, type PasskeyChallenge } from './challenge'
import { assertOwnPage } from './client-data'
import type { CreationOptions, NewPasskey, Passkey } from './model'
import { descriptorOf, getPasskey, passkeysOf, validName } from './read'
import type { RelyingParty } from './relying-party'

/** COSE algorithms EdDSA, ES256 and RS256: every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257]

/**
 * Options by which the acting user's browser creates a passkey, and the state to return with it. All passkeys of a user
 * have one random handle, so that an authenticator replaces its own older one.
 * @throws ERR_PASSKEY_LIMIT
 */
export async function beginPasskey(
  scope: Scope,
  rp: RelyingParty,
): Promise<{ state: string; options: CreationOptions }> {
  const { userId } = scope.viewer
  const existing = await passkeysOf(scope.db, userId)
  if (existing.length >= limits.passkeys) throw new AppError('ERR_PASSKEY_LIMIT')
  const userHandle = existing[0]?.userHandle ?? randomToken()
  const { challenge, state } = createChallenge(scope.ports.secrets, rp, { purpose: 'add', userId, userHandle })
  const { email, name } = await getUser(scope, userId)
  const options: CreationOptions = {
    rp: { id: rp.id, name: await productName(scope.ports) },
    user: { id: userHandle, name: email, displayName: name },
    challenge: challenge.value,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeTtl,
    excludeCredentials: existing.filter(({ rpId }) => rpId === rp.id).map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
  return { state, options }
}

/**
 * Stores the acting user's new passkey. Returns recovery codes when it is the user's first second factor.
 * The challenge is then used up. @throws ERR_CHALLENGE_EXPIRED, ERR_PASSKEY_REFUSED, ERR_PASSKEY_EXISTS, ERR_PASSKEY_LIMIT
 */
export async function addPasskey(
  outer: Scope,
  rp: RelyingParty,
  { state, name: typed, response }: NewPasskey,
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const { userId } = outer.viewer
  const name = validName(typed)
  const challenge = openPasskeyChallenge(outer.ports.secrets, rp, 'add', state)
  if (challenge.userId !== userId) throw new AppError('ERR_CHALLENGE_EXPIRED')
  const { credential, credentialBackedUp } = await verify(response as RegistrationResponseJSON, challenge, rp)
  const row = {
    ...{ userId, name, rpId: rp.id, userHandle: challenge.userHandle, credentialId: credential.id },
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: JSON.stringify(response.response.transports ?? []),
    synced: credentialBackedUp ? (1 as const) : (0 as const),
    lastUsedAt: null,
    lastChallengeAt: challenge.issuedAt,
  }
  const insert = async (scope: Scope) => {
    await useChallenge(scope, challenge)
    if ((await passkeysOf(scope.db, userId)).length >= limits.passkeys) throw new AppError('ERR_PASSKEY_LIMIT')
    const isFirst = !(await hasSecondFactor(scope, userId))
    const { id } = await scope.db.insert('passkeys', row).returning('id').executeTakeFirstOrThrow()
    await recordAuditEntry(scope, { action: 'create', entity: 'passkey', entityId: id, name })
    const recoveryCodes = isFirst ? await writeRecoveryCodes(scope, userId) : []
    await publishUserFactors(scope, userId)
    return { passkey: await getPasskey(scope, id), recoveryCodes }
  }
  return outer.transaction(insert).catch((error) => {
    if (isUniqueViolation(error, 'passkeys', 'credentialId')) throw new AppError('ERR_PASSKEY_EXISTS')
    throw error
  })
}

/**
 * Uses the challenge up, and with it those issued to the user before: the password was asked for one passkey, and the
 * state would add another. Call in the transaction that stores the passkey. @throws ERR_CHALLENGE_EXPIRED
 */
async function useChallenge({ db, viewer }: Scope, { issuedAt }: PasskeyChallenge) {
  const used = await db
    .update('users')
    .set({ passkeyChallengeAt: issuedAt })
    .where('id', '=', viewer.userId)
    .where('passkeyChallengeAt', '<', issuedAt)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new AppError('ERR_CHALLENGE_EXPIRED')
}

type Verified = Extract<VerifiedRegistrationResponse, { verified: true }>['registrationInfo']

/** Verifies a new passkey. @throws ERR_PASSKEY_REFUSED */
async function verify(
  response: RegistrationResponseJSON,
  challenge: PasskeyChallenge,
  rp: RelyingParty,
): Promise<Verified> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    assertOwnPage(response.response.clientDataJSON)
    await assertNoCertificates(response.response.attestationObject)
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.value,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      supportedAlgorithmIDs: algorithms,
    })
    if (registrationInfo) return registrationInfo
  } catch (err) {
    log.warn({ err }, 'a new passkey was refused')
  }
  throw new AppError('ERR_PASSKEY_REFUSED')
}

/**
 * Refuses a statement about the maker of the authenticator. None is asked for, and verifying one would parse the
 * sender's certificates and load addresses that they name.
 */
async function assertNoCertificates(attestationObject: string) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
  const isSelfMade = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (decoded.get('fmt') !== 'none' && !isSelfMade) throw new Error(`attestation ${decoded.get('fmt')}`)
}

import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { log } from '../../../core/log'
import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { challengeTtl, createChallenge, openPasskeyChallenge, type PasskeyChallenge } from './challenge'
import { assertOwnPage } from './client-data'
import type { PasskeyAnswer, RequestOptions } from './model'
import { descriptorOf, type PasskeyRow, passkeysOf } from './read'
import type { RelyingParty } from './relying-party'

/** Person whose password was correct. */
type Known = { id: number; companyId: CompanyId }

/**
 * Options by which a browser signs a login with a passkey, and the state to return with it. Without a person the
 * authenticator offers all passkeys that it has for the site.
 */
export async function passkeyOptions(
  platform: Platform,
  rp: RelyingParty,
  person: Known | null,
): Promise<{ state: string; options: RequestOptions }> {
  const { challenge, state } = createChallenge(platform.ports.secrets, rp, {
    purpose: 'login',
    userId: person?.id ?? null,
  })
  const own = person ? await passkeysOf(platform.tenant(person.companyId), person.id) : []
  const allowCredentials = own.filter(({ rpId }) => rpId === rp.id).map(descriptorOf)
  const options = { rpId: rp.id, challenge: challenge.value, timeout: challengeTtl, allowCredentials }
  return { state, options: { ...options, userVerification: 'required' } }
}

/**
 * The user whose passkey signed the challenge; the challenge is then used up.
 * @param userId of the person whose password was correct; null when the passkey alone signs in
 * @throws ERR_CHALLENGE_EXPIRED, ERR_PASSKEY_REFUSED (401) for every other fault, so that a stranger learns nothing
 */
export async function consumePasskey(
  platform: Platform,
  rp: RelyingParty,
  { state, response }: PasskeyAnswer,
  userId: number | null,
): Promise<Known> {
  const challenge = openPasskeyChallenge(platform.ports.secrets, rp, 'login', state)
  if (challenge.userId !== userId) throw new AppError('ERR_CHALLENGE_EXPIRED')
  const row = await findPasskey(platform, rp, response.id)
  if (!row || (userId !== null && row.userId !== userId)) throw new AppError('ERR_PASSKEY_REFUSED')
  const { userHandle } = response.response
  if (userHandle !== undefined && userHandle !== row.userHandle) throw new AppError('ERR_PASSKEY_REFUSED')
  const counter = await verify(response as AuthenticationResponseJSON, row, challenge, rp)
  await markUsed(platform, row, challenge, counter)
  return { id: row.userId, companyId: row.companyId }
}

const findPasskey = ({ db }: Platform, rp: RelyingParty, credentialId: string): Promise<PasskeyRow | undefined> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .where('rpId', '=', rp.id)
    .executeTakeFirst()

/** Verifies signature, challenge, page, origin, site, user verification and counter; returns the new counter. */
async function verify(
  response: AuthenticationResponseJSON,
  { credentialId: id, publicKey, counter }: PasskeyRow,
  challenge: PasskeyChallenge,
  rp: RelyingParty,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    assertOwnPage(response.response.clientDataJSON)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.value,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      credential: { id, publicKey: Uint8Array.from(publicKey), counter },
      requireUserVerification: true,
    })
    if (verified) return authenticationInfo.newCounter
  } catch (err) {
    log.warn({ err }, 'a login with a passkey was refused')
  }
  throw new AppError('ERR_PASSKEY_REFUSED')
}

/**
 * Stores counter and challenge, unless another request did it first: a challenge issued before the last used one, or
 * the same, is refused. @throws ERR_PASSKEY_REFUSED
 */
async function markUsed(platform: Platform, row: PasskeyRow, { issuedAt }: PasskeyChallenge, counter: number) {
  const used = await platform.transaction((platform) =>
    platform
      .tenant(row.companyId)
      .update('passkeys')
      .set({ counter, lastChallengeAt: issuedAt, lastUsedAt: new Date().toISOString() })
      .where('id', '=', row.id)
      .where('lastChallengeAt', '<', issuedAt)
      .where((eb) => eb.or([eb('counter', '<', counter), eb('counter', '=', 0)]))
      .returning('id')
      .executeTakeFirst(),
  )
  if (!used) throw new AppError('ERR_PASSKEY_REFUSED')
}

import type { ClientInfo } from '../../../../core/http/client-info'
import { AppError } from '../../../../shared/errors'
import { consumePasskey, passkeyOptions } from '../../passkeys/authenticate'
import type { PasskeyAnswer } from '../../passkeys/model'
import type { RelyingParty } from '../../passkeys/relying-party'
import type { Authenticator } from '../authenticator'
import { assertSetUp } from '../setup/setup-state'
import { noteRefusedLogin } from './audit-login'
import { admitPerson, findPerson, type SignedIn } from './login'
import { getChallengedPerson } from './login-second-step'

/**
 * Options for a login with a passkey: instead of the password, or with a `challenge` as its second step.
 * @throws ERR_CHALLENGE_EXPIRED, ERR_SETUP_NEEDED, ERR_RATE_LIMIT
 */
export async function beginPasskeyLogin(
  { platform, limits }: Authenticator,
  rp: RelyingParty,
  challenge: string | undefined,
  { ip }: ClientInfo,
) {
  limits.passkeyAddress.take(ip)
  await assertSetUp(platform)
  return passkeyOptions(platform, rp, challenge === undefined ? null : await getChallengedPerson(platform, challenge))
}

/**
 * Signs a person in by a passkey. The authenticator verified the person by fingerprint, face or PIN, so the passkey is
 * both factors, and no code is asked for.
 * @throws ERR_CHALLENGE_EXPIRED, ERR_PASSKEY_REFUSED (401), ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED,
 * ERR_SETUP_NEEDED, ERR_RATE_LIMIT
 */
export async function loginWithPasskey(
  authenticator: Authenticator,
  rp: RelyingParty,
  { challenge, ...answer }: PasskeyAnswer & { challenge?: string },
  client: ClientInfo,
): Promise<SignedIn> {
  const { platform, limits } = authenticator
  limits.passkeyAddress.take(client.ip)
  await assertSetUp(platform)
  const challengedPerson = challenge === undefined ? null : await getChallengedPerson(platform, challenge)
  const { id } = await consumePasskey(platform, rp, answer, challengedPerson?.id ?? null).catch((error) => {
    if (challengedPerson && error instanceof AppError && error.code === 'ERR_PASSKEY_REFUSED')
      noteRefusedLogin(authenticator, challengedPerson, client, 'secondFactor')
    throw error
  })
  limits.passkeyAddress.giveBack(client.ip)
  const person = await findPerson(platform, { id })
  if (!person) throw new AppError('ERR_PASSKEY_REFUSED')
  return admitPerson(authenticator, person, client)
}

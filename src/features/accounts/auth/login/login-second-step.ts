import type { ClientInfo } from '../../../../core/http/client-info'
import type { Platform } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { consumeCode } from '../../users/second-factor/second-factor'
import type { Authenticator } from '../authenticator'
import type { SecondStep } from '../model'
import { noteRefusedLogin } from './audit-login'
import { openChallenge } from './challenge'
import { admitPerson, findPerson, type SignedIn } from './login'

/**
 * Completes a login with the challenge of a correct password and a code.
 * @throws ERR_CHALLENGE_EXPIRED (401), ERR_SECOND_FACTOR_CODE (400), ERR_RATE_LIMIT (429) after five wrong codes,
 * ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED
 */
export async function completeLogin(
  authenticator: Authenticator,
  { challenge, code }: SecondStep,
  client: ClientInfo,
): Promise<SignedIn> {
  const { platform, limits } = authenticator
  const person = await getChallengedPerson(platform, challenge)
  const key = `${person.id}`
  limits.secondFactor.take(key)
  const scope = platform.scope(person.companyId, { system: 'login' }).from(() => client.ip)
  if (!(await consumeCode(scope, person.id, code))) {
    noteRefusedLogin(authenticator, person, client, 'secondFactor')
    throw new AppError('ERR_SECOND_FACTOR_CODE')
  }
  limits.secondFactor.forget(key)
  return admitPerson(authenticator, person, client)
}

/** The person whose correct password got the challenge. @throws ERR_CHALLENGE_EXPIRED, also after a new password */
export async function getChallengedPerson(platform: Platform, challenge: string) {
  const { secrets } = platform.ports
  const opened = openChallenge(secrets, challenge)
  const person = opened ? await findPerson(platform, { id: opened.userId }) : undefined
  if (!opened || !person || secrets.hash(person.passwordHash) !== opened.stamp)
    throw new AppError('ERR_CHALLENGE_EXPIRED')
  return person
}

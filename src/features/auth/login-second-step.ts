import type { Visitor } from '../../core/http/client-info'
import { AppError } from '../../shared/errors'
import { takeCode } from '../users/second-factor'
import type { Authenticator } from './authenticator'
import { openChallenge } from './challenge'
import { admitPerson, findPerson, type SignedIn } from './login'
import type { SecondStep } from './model'

/**
 * Signs in whoever had the right password and now has the code. 401 ERR_CHALLENGE_EXPIRED, 400 ERR_SECOND_FACTOR_CODE,
 * 429 ERR_RATE_LIMIT after five wrong codes, and what `login` throws.
 */
export async function completeLogin(
  authenticator: Authenticator,
  { challenge, code }: SecondStep,
  visitor: Visitor,
): Promise<SignedIn> {
  const { platform, limits } = authenticator
  const { secrets } = platform.ports
  const asked = openChallenge(secrets, challenge)
  if (!asked) throw new AppError('ERR_CHALLENGE_EXPIRED')
  const key = `${asked.userId}`
  limits.secondFactor.take(key)
  const person = await findPerson(platform, { id: asked.userId })
  if (!person || secrets.hash(person.passwordHash) !== asked.stamp) throw new AppError('ERR_CHALLENGE_EXPIRED')
  const scope = platform.scope(person.companyId, { system: 'login' }).from(() => visitor.ip)
  if (!(await takeCode(scope, person.id, code))) throw new AppError('ERR_SECOND_FACTOR_CODE')
  limits.secondFactor.forget(key)
  return admitPerson(authenticator, person, visitor)
}

import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { verifyPassword } from '../users/passwords'
import { takeCode } from '../users/second-factor'
import type { RateLimits } from './rate-limits'

/**
 * What changes how somebody signs in asks for the password again: an open screen is not its owner. Counted like
 * codes, so that nobody guesses here either. @throws ERR_WRONG_PASSWORD, ERR_RATE_LIMIT
 */
export async function reauthenticate(limits: RateLimits, scope: Scope, password: string): Promise<void> {
  const { userId } = scope.viewer
  limits.secondFactor.take(`${userId}`)
  const row = await scope.db.select('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  if (!(await verifyPassword(password, row?.passwordHash))) throw new AppError('ERR_WRONG_PASSWORD')
  limits.secondFactor.giveBack(`${userId}`)
}

/** Password and a code. @throws ERR_SECOND_FACTOR_CODE too */
export async function reauthenticateWithCode(
  limits: RateLimits,
  scope: Scope,
  given: { password: string; code: string },
) {
  const { userId } = scope.viewer
  await reauthenticate(limits, scope, given.password)
  limits.secondFactor.take(`${userId}`)
  if (!(await takeCode(scope, userId, given.code))) throw new AppError('ERR_SECOND_FACTOR_CODE')
  limits.secondFactor.forget(`${userId}`)
}

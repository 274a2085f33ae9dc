import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { consumeCode, hasAuthenticatorApp } from '../users/second-factor/second-factor'
import type { RateLimits } from './rate-limits'

/**
 * Verifies the acting person's password again before a change of how they sign in, because an unattended screen may be
 * used by another person. Counts against the same limit as codes. @throws ERR_WRONG_PASSWORD, ERR_RATE_LIMIT
 */
export async function reauthenticate(limits: RateLimits, scope: Scope, password: string): Promise<void> {
  const { userId } = scope.viewer
  limits.secondFactor.take(`${userId}`)
  const row = await scope.db.select('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  if (!(await scope.ports.passwords.verify(password, row?.passwordHash))) throw new AppError('ERR_WRONG_PASSWORD')
  limits.secondFactor.giveBack(`${userId}`)
}

/**
 * Uses up a code of the acting person's second factor. A person with passkeys only has no app for a code and may omit
 * it. @throws ERR_SECOND_FACTOR_CODE, ERR_RATE_LIMIT
 */
export async function consumeOwnCode(limits: RateLimits, scope: Scope, code: string | undefined) {
  const { userId } = scope.viewer
  if (code === undefined && !(await hasAuthenticatorApp(scope))) return
  limits.secondFactor.take(`${userId}`)
  if (!(await consumeCode(scope, userId, code ?? ''))) throw new AppError('ERR_SECOND_FACTOR_CODE')
  limits.secondFactor.forget(`${userId}`)
}

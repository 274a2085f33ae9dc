import type { Scope } from '../../../../core/scope'
import type { TenantDb } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { isEnabled } from '../../../platform/settings/service'
import { getPasskey, listPasskeys } from '../../passkeys/read'
import { hasAuthenticatorApp } from '../../users/second-factor/second-factor'
import type { Authenticator } from '../authenticator'

/** True when the installation or the company requires a second factor of the person. */
export const isSecondFactorRequired = async (
  authenticator: Authenticator,
  db: TenantDb,
  person: { super: boolean },
): Promise<boolean> => authenticator.requiresSecondFactor(person) || (await isEnabled(db, 'secondFactorRequired'))

/**
 * Refuses to remove the acting person's last second factor where one is required.
 * @param removed the authenticator app, or a passkey of the person
 * @throws ERR_SECOND_FACTOR_ENFORCED, ERR_NO_PASSKEY_FOUND
 */
export async function assertFactorRemovable(
  authenticator: Authenticator,
  scope: Scope,
  me: { super: boolean },
  removed: 'app' | { passkeyId: number },
) {
  if (removed !== 'app') await getPasskey(scope, removed.passkeyId)
  if (!(await isSecondFactorRequired(authenticator, scope.db, me))) return
  const passkeys = (await listPasskeys(scope)).length - (removed === 'app' ? 0 : 1)
  const hasApp = removed !== 'app' && (await hasAuthenticatorApp(scope))
  if (passkeys < 1 && !hasApp) throw new AppError('ERR_SECOND_FACTOR_ENFORCED')
}

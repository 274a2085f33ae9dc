import type { LoginIds } from '../../../core/http/access-tokens'
import { AppError } from '../../../shared/errors'
import { findFacts } from '../../platform/company/facts'
import { passwordMinimum } from '../../platform/settings/password-minimum'
import { readSettings } from '../../platform/settings/service'
import { findUser } from '../users/read'
import type { Authenticator } from './authenticator'
import { isSecondFactorRequired } from './login/second-factor-required'
import type { Me } from './model'

/** The signed-in person with company, plan and the settings the person may read. @throws ERR_SESSION_EXPIRED */
export async function meOf(authenticator: Authenticator, login: LoginIds): Promise<Me> {
  const { platform } = authenticator
  const db = platform.tenant(login.companyId)
  const user = await findUser(db, login.userId)
  const company = await findFacts(platform, login.companyId)
  if (!user || !company) throw new AppError('ERR_SESSION_EXPIRED')
  const mustEnrol = await authenticator.mustEnrol(login)
  const secondFactorRequired = await isSecondFactorRequired(authenticator, db, user)
  const passwordMin = await passwordMinimum(platform, login.companyId)
  const settings = await readSettings(db, user)
  const mediaPass = platform.ports.media.links.passOf(login)
  return { ...user, mediaPass, mustEnrol, secondFactorRequired, company: { ...company, passwordMin, settings } }
}

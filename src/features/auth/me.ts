import type { CompanyId } from '../../core/storage/schema'
import { AppError } from '../../shared/errors'
import { findFacts } from '../company/facts'
import { listSettings } from '../settings/service'
import { findUser } from '../users/read'
import type { Authenticator } from './authenticator'
import type { Me } from './model'

/** The signed-in person with company, plan and the settings the person may read. @throws ERR_SESSION_EXPIRED */
export async function meOf(authenticator: Authenticator, companyId: CompanyId, userId: number): Promise<Me> {
  const { platform } = authenticator
  const db = platform.tenant(companyId)
  const user = await findUser(db, userId)
  const company = await findFacts(platform, companyId)
  if (!user || !company) throw new AppError('ERR_SESSION_EXPIRED')
  const mustEnrol = authenticator.mustEnrol(user)
  return { ...user, mustEnrol, company: { ...company, settings: await listSettings(db, user) } }
}

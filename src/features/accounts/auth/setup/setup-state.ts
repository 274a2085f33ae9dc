import type { Platform } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'

/** Key in `installation` of the hash of the one-time setup link's token. */
export const setupKey = 'setupHash'

/** True while the installation has no super user. */
export async function setupNeeded({ db }: Platform): Promise<boolean> {
  return !(await db.selectFrom('users').select('id').where('super', '=', 1).limit(1).executeTakeFirst())
}

/** Refuses logins and sign-ups before the owner has set the installation up. @throws ERR_SETUP_NEEDED */
export async function assertSetUp(platform: Platform) {
  if (await setupNeeded(platform)) throw new AppError('ERR_SETUP_NEEDED')
}

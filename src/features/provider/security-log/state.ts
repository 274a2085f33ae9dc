import type { Platform } from '../../../core/scope'
import { storeInstallationValue } from '../../../core/storage/installation-value'
import { parseJson } from '../../../shared/json'

/** Place of the security log in the audit log, a row of `installation` in JSON. */
export interface SecurityLogState {
  /** Receiver to which the place belongs (`idOfLogTarget`). */
  receiver: string
  /** Id of the last line that was sent or left out. */
  after: number
  /** Failed runs since the last success. */
  failures: number
  /** Time of the next try after a failure, UTC ISO. */
  retryAt: string | null
}

const key = 'securityLog'

/** Null before the first run. */
export async function readLogState({ db }: Platform): Promise<SecurityLogState | null> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row ? parseJson<SecurityLogState>(row.value) : null
}

export const storeLogState = (platform: Platform, state: SecurityLogState) =>
  platform.transaction(({ db }) => storeInstallationValue(db, key, JSON.stringify(state)))

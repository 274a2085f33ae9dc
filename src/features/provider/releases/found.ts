import type { Platform } from '../../../core/scope'
import { storeInstallationValue } from '../../../core/storage/installation-value'
import { parseJson } from '../../../shared/json'

/** Result of the last search, as the row of `installation` has it. */
export interface Found {
  version: string | null
  notes: string
  problem: string | null
  checkedAt: string
}

const key = 'newestRelease'

export async function readFound({ db }: Platform): Promise<Found | null> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row ? parseJson<Found>(row.value) : null
}

export const storeFound = (platform: Platform, found: Found) =>
  platform.transaction(({ db }) => storeInstallationValue(db, key, JSON.stringify(found)))

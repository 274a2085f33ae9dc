import type { Platform } from '../../../core/scope'
import type { SettingKey } from '../../../shared/settings'

/** Stores a setting of the whole installation. Call inside a transaction. */
export async function storeInstallationSetting({ db }: Platform, key: SettingKey, value: string) {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

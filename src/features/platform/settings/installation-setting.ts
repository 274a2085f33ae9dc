import type { Platform } from '../../../core/scope'
import { storeInstallationValue } from '../../../core/storage/installation-value'
import type { SettingKey } from '../../../shared/settings'

/** Stores a setting of the whole installation. Call inside a transaction. */
export const storeInstallationSetting = ({ db }: Platform, key: SettingKey, value: string) =>
  storeInstallationValue(db, key, value)

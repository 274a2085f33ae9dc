import i18n from 'i18next'
import type { Setting } from '../../../../src/features/platform/settings/model'
import { type SettingKey, settingRules } from '../../../../src/shared/settings'
import { api, unwrapResponse } from '../../../lib/api'
import { createLiveValue } from '../../../lib/live-value'
import { me } from '../../../lib/session'
import { toastError, toastSuccess } from '../../../lib/toast'

const settings = createLiveValue<ReadonlyMap<string, string> | null>(null)
/** Values of the visible settings by key; null until loaded. */
export const settingValues = settings.value

const installationKeys = (Object.keys(settingRules) as SettingKey[]).filter(
  (key) => 'installation' in settingRules[key],
)

/** Loads all settings; for super users also those of the installation. @throws AppError */
export const loadSettings = () =>
  settings.load(async () => new Map((await fetchSettings()).map(({ key, value }) => [key, value])))

async function fetchSettings(): Promise<Setting[]> {
  const { settings } = await unwrapResponse(api.settings.get())
  if (!me.peek()?.super) return settings
  const installation = await Promise.all(installationKeys.map((key) => unwrapResponse(api.settings({ key }).get())))
  return [...settings, ...installation]
}

/** Applies a setting changed here or elsewhere. */
export function applySetting({ key, value }: Setting) {
  settings.change((values) => values && new Map(values).set(key, value))
}

/** Changes a setting at once and restores it if the server refuses. Returns true if saved. */
export async function changeSetting(key: SettingKey, value: string): Promise<boolean> {
  const before = settingValues.peek()?.get(key) ?? ''
  applySetting({ key, value })
  try {
    await saveSetting(key, value)
    return true
  } catch {
    if (settingValues.peek()?.get(key) === value) applySetting({ key, value: before })
    return false
  }
}

/** Saves a setting and shows it then, unless it was changed again before the response. @throws AppError */
export async function storeSetting(key: SettingKey, value: string) {
  const before = settingValues.peek()?.get(key)
  const saved = await unwrapResponse(api.settings({ key }).put({ value }))
  if (settingValues.peek()?.get(key) === before) applySetting(saved)
  toastSuccess(i18n.t('settings.saved'))
}

/** The same, and shows a failure as a toast. @throws AppError */
export async function saveSetting(key: SettingKey, value: string) {
  try {
    await storeSetting(key, value)
  } catch (failure) {
    toastError(failure)
    throw failure
  }
}

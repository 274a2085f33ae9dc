import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Setting } from '../../../src/features/settings/model'
import { type SettingKey, settingRules } from '../../../src/shared/settings'
import { api, unwrapResponse } from '../../lib/api'
import { me } from '../../lib/session'
import { toastError, toastSuccess } from '../../lib/toast'

/** Values of the visible settings by key; null until loaded. */
export const settingValues = signal<ReadonlyMap<string, string> | null>(null)

const installationKeys = (Object.keys(settingRules) as SettingKey[]).filter(
  (key) => 'installation' in settingRules[key],
)

/** Loads all settings; for super users also those of the installation. */
export async function loadSettings() {
  const { settings } = await unwrapResponse(api.settings.get())
  const installation = me.peek()?.super
    ? await Promise.all(installationKeys.map((key) => unwrapResponse(api.settings({ key }).get())))
    : []
  settingValues.value = new Map([...settings, ...installation].map(({ key, value }) => [key, value]))
}

/** Applies a setting changed here or elsewhere. */
export function applySetting({ key, value }: Setting) {
  if (settingValues.peek()) settingValues.value = new Map(settingValues.peek()).set(key, value)
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

/**
 * Saves a setting and shows it then, unless it was changed again before the response. @throws AppError, after showing it
 */
export async function saveSetting(key: SettingKey, value: string) {
  const before = settingValues.peek()?.get(key)
  try {
    const saved = await unwrapResponse(api.settings({ key }).put({ value }))
    if (settingValues.peek()?.get(key) === before) applySetting(saved)
    toastSuccess(i18n.t('settings.saved'))
  } catch (failure) {
    toastError(failure)
    throw failure
  }
}

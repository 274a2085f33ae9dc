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

/** Settings applied since each load in flight began; its response may have been read before them. */
const appliedDuringLoads = new Set<Map<string, string>>()

/** Loads all settings; for super users also those of the installation. Settings applied meanwhile keep their value. */
export async function loadSettings() {
  const applied = new Map<string, string>()
  appliedDuringLoads.add(applied)
  try {
    const loaded = (await fetchSettings()).map(({ key, value }) => [key, value] as const)
    settingValues.value = new Map([...loaded, ...applied])
  } finally {
    appliedDuringLoads.delete(applied)
  }
}

async function fetchSettings(): Promise<Setting[]> {
  const { settings } = await unwrapResponse(api.settings.get())
  if (!me.peek()?.super) return settings
  const installation = await Promise.all(installationKeys.map((key) => unwrapResponse(api.settings({ key }).get())))
  return [...settings, ...installation]
}

/** Applies a setting changed here or elsewhere. */
export function applySetting({ key, value }: Setting) {
  for (const applied of appliedDuringLoads) applied.set(key, value)
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

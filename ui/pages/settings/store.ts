import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Setting } from '../../../src/features/settings/model'
import { type SettingKey, settingRules } from '../../../src/shared/settings'
import { api, ask } from '../../lib/api'
import { me } from '../../lib/session'
import { toastError, toastSuccess } from '../../lib/toast'

/** Values of the visible settings by key; null until loaded. */
export const values = signal<ReadonlyMap<string, string> | null>(null)

const ofInstallation = (Object.keys(settingRules) as SettingKey[]).filter((key) => 'installation' in settingRules[key])

/** Loads all settings; for super users also those of the installation. */
export async function loadSettings() {
  const { settings } = await ask(api.settings.get())
  const above = me.peek()?.super ? await Promise.all(ofInstallation.map((key) => ask(api.settings({ key }).get()))) : []
  values.value = new Map([...settings, ...above].map(({ key, value }) => [key, value]))
}

/** Applies a setting changed here or elsewhere. */
export function heardSetting({ key, value }: Setting) {
  if (values.peek()) values.value = new Map(values.peek()).set(key, value)
}

/** Changes a setting at once and restores it if the server refuses. Returns true if saved. */
export async function change(key: SettingKey, value: string): Promise<boolean> {
  const before = values.peek()?.get(key) ?? ''
  heardSetting({ key, value })
  try {
    heardSetting(await ask(api.settings({ key }).put({ value })))
    toastSuccess(i18n.t('settings.saved'))
    return true
  } catch (failure) {
    heardSetting({ key, value: before })
    toastError(failure)
    return false
  }
}

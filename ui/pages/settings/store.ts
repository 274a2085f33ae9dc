import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Setting } from '../../../src/features/settings/model'
import { type SettingKey, settingRules } from '../../../src/shared/settings'
import { api, ask } from '../../lib/api'
import { me } from '../../lib/session'
import { toastError, toastSuccess } from '../../lib/toast'

/** Values of the settings this person may see, once they are known. */
export const values = signal<ReadonlyMap<string, string> | null>(null)

const ofInstallation = (Object.keys(settingRules) as SettingKey[]).filter((key) => 'installation' in settingRules[key])

/** Asks for all of them; the provider's own among them for who runs the installation. */
export async function loadSettings() {
  const { settings } = await ask(api.settings.get())
  const above = me.peek()?.super ? await Promise.all(ofInstallation.map((key) => ask(api.settings({ key }).get()))) : []
  values.value = new Map([...settings, ...above].map(({ key, value }) => [key, value]))
}

/** One that was changed, here or elsewhere. */
export function heardSetting({ key, value }: Setting) {
  if (values.peek()) values.value = new Map(values.peek()).set(key, value)
}

/** At once on screen, then on the server; what it refuses goes back to what it was. True when it is stored. */
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

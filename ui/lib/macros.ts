import { computed } from '@preact/signals-react'
import { type Macro, parseMacros } from '../../src/shared/macros'
import { me } from './session'

/** Keys of macros: no browser and no action of the product has them; Alt+G begins the keys that go to a page. */
export const macroKeys = ['F2', 'F4', 'F8', 'F9', 'alt+b', 'alt+m', 'alt+o', 'alt+w', 'alt+y', 'alt+z']

/** Macros of the setting; a stored key that runs no macro counts as none. */
export const readMacros = (setting: string): Macro[] =>
  (parseMacros(setting) ?? []).map((macro) => (macroKeys.includes(macro.keys) ? macro : { ...macro, keys: '' }))

/** Macros of the company. */
export const macros = computed<Macro[]>(() =>
  readMacros(me.value?.company.settings.find(({ key }) => key === 'macros')?.value ?? ''),
)

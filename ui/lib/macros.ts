import { computed } from '@preact/signals-react'
import { type Macro, parseMacros } from '../../src/shared/macros'
import { me } from './session'

/** Macros of the company. */
export const macros = computed<Macro[]>(() => {
  const setting = me.value?.company.settings.find(({ key }) => key === 'macros')?.value ?? ''
  return parseMacros(setting) ?? []
})

/** Keys of macros: no browser and no action of the product has them; Alt+G begins the keys that go to a page. */
export const macroKeys = ['F2', 'F4', 'F8', 'F9', 'alt+b', 'alt+m', 'alt+o', 'alt+w', 'alt+y', 'alt+z']

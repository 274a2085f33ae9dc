import { computed, signal } from '@preact/signals-react'
import { settingRules } from '../../../../../src/shared/settings'
import { me } from '../../../../lib/session'
import { listDensityOf, readStored, writeStored } from '../../../../lib/storage'

/** Height of the rows: compact rows show tags as dots, comfortable ones show their names. */
type Density = 'compact' | 'comfortable'

const key = computed(() => listDensityOf(me.value?.id ?? 0))
const changes = signal(0)

const companyDensity = computed(() => {
  const stored = me.value?.company.settings.find((each) => each.key === 'listDensity')?.value
  return (stored ?? settingRules.listDensity.default) as Density
})

/** The user's choice on this device, else the company's default. */
export const density = computed<Density>(() => {
  void changes.value
  const chosen = readStored(key.value)
  return chosen === 'compact' || chosen === 'comfortable' ? chosen : companyDensity.value
})

/** Stores the user's choice. The company's default needs none, so that a later change of it applies. */
export function setDensity(next: Density) {
  writeStored(key.peek(), next === companyDensity.peek() ? null : next)
  changes.value++
}

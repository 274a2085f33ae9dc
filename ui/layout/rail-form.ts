import { computed, signal } from '@preact/signals-react'
import { breakpoints, useMediaQuery } from '../lib/media-query'
import { me } from '../lib/session'
import { menuNamesOf, onlyMenuNames, readStored, writeStored } from '../lib/storage'
import { useValue } from '../lib/use-value'

/** Names beside the icons, short captions below the icons, or icons with tooltips. */
export type RailForm = 'names' | 'captions' | 'icons'

/** Width of the rail in each form. */
export const railWidths = { names: 'w-53', captions: 'w-23', icons: 'w-14 touch:w-15' }

const key = computed(() => me.value && menuNamesOf(me.value.id))
const changes = signal(0)
/** `shown` or `folded` as the user chose on this device; null before the first choice. */
const choice = computed(() => {
  void changes.value
  return key.value === null ? onlyMenuNames() : readStored(key.value)
})

/**
 * Form of the rail. Names fit from 1200 px on. Before the user chooses, they are shown from 1600 px on, where a
 * conversation beside the list and the details keeps its width. Without names, captions are shown from 1280 px on.
 */
export function useRailForm(): RailForm {
  const fits = useMediaQuery(breakpoints.wide)
  const fitCaptions = useMediaQuery(breakpoints.captions)
  const isSpacious = useMediaQuery(breakpoints.spacious)
  const chosen = useValue(choice)
  if (fits && (chosen === null ? isSpacious : chosen === 'shown')) return 'names'
  return fitCaptions ? 'captions' : 'icons'
}

export function storeRailNames(shown: boolean) {
  const name = key.peek()
  if (name !== null) writeStored(name, shown ? 'shown' : 'folded')
  changes.value++
}

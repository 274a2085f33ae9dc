import { signal } from '@preact/signals-react'
import { keys, readStored, writeStored } from '../../../../lib/storage'

/** Whether the pane is open on wide screens; stored on this device. */
export const paneOpen = signal(readStored(keys.details) !== 'false')
/** Whether the drawer is open on narrow screens. */
export const sheetOpen = signal(false)

export function setPane(open: boolean) {
  paneOpen.value = open
  writeStored(keys.details, String(open))
}

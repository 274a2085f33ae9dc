import { signal } from '@preact/signals-react'
import { keys, readStored, writeStored } from '../../../lib/storage'

/** Beside the conversation, where there is room: remembered on this device. */
export const paneOpen = signal(readStored(keys.details) !== 'false')
/** Over the conversation, where there is none: only while it is looked at. */
export const sheetOpen = signal(false)

export function setPane(open: boolean) {
  paneOpen.value = open
  writeStored(keys.details, String(open))
}

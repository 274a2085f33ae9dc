import { signal } from '@preact/signals-react'
import type { KeyboardEvent } from 'react'
import { keys, readStored, writeStored } from '../../../../lib/storage'

/** Key that sends a message; stored in this browser. */
type SendKey = 'enter' | 'ctrl'
export const sendKey = signal<SendKey>(readStored(keys.sendKey) === 'ctrl' ? 'ctrl' : 'enter')

export function setSendKey(key: SendKey) {
  sendKey.value = key
  writeStored(keys.sendKey, key)
}

/** On the keyboard of a phone, Enter inserts a line break. */
const isTouch = () => matchMedia('(pointer: coarse)').matches

export function isSendKey({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (key !== 'Enter' || shiftKey) return false
  if (ctrlKey || metaKey) return true
  return sendKey.peek() === 'enter' && !isTouch()
}

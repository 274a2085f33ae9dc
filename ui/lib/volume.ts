import { signal } from '@preact/signals-react'
import { keys, readStored, writeStored } from './storage'

const stored = Number(readStored(keys.volume) ?? 1)

/** Volume from 0 to 1 in steps of 0.1, stored on this device. */
export const volume = signal(stored >= 0 && stored <= 1 ? stored : 1)

export function setVolume(next: number) {
  volume.value = Math.round(Math.min(1, Math.max(0, next)) * 10) / 10
  writeStored(keys.volume, String(volume.peek()))
}

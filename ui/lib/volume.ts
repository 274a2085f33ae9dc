import { signal } from '@preact/signals-react'
import { keep, keys, recall } from './storage'

const stored = Number(recall(keys.volume) ?? 1)

/** 0 to 1 in steps of 0.1 (specification §2), kept on this device. */
export const volume = signal(stored >= 0 && stored <= 1 ? stored : 1)

export function setVolume(next: number) {
  volume.value = Math.round(Math.min(1, Math.max(0, next)) * 10) / 10
  keep(keys.volume, String(volume.peek()))
}

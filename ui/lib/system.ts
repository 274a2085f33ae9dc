import { signal } from '@preact/signals-react'
import { ask, publicApi } from './api'

/** Public facts about the installation; null until loaded. */
export const system = signal<{
  version: string
  demo: boolean
  setupNeeded: boolean
  mail: boolean
  signup: boolean
} | null>(null)

/** Errors are ignored; the screens then show less. */
export async function loadSystem() {
  system.value = await ask(publicApi.system.get()).catch(() => null)
}

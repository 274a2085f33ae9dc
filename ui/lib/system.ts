import { signal } from '@preact/signals-react'
import { publicApi, unwrapResponse } from './api'

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
  system.value = await unwrapResponse(publicApi.system.get()).catch(() => null)
}

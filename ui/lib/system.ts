import { signal } from '@preact/signals-react'
import { ask, publicApi } from './api'

/** What this installation says of itself to anybody; null until it has answered. */
export const system = signal<{
  version: string
  demo: boolean
  setupNeeded: boolean
  mail: boolean
  signup: boolean
} | null>(null)

/** Not worth an error: without it the screens say a little less. */
export async function loadSystem() {
  system.value = await ask(publicApi.system.get()).catch(() => null)
}

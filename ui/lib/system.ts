import { signal } from '@preact/signals-react'
import { api, publicApi, unwrapResponse } from './api'

/** Public facts about the installation; null until loaded. */
export const system = signal<{
  demo: boolean
  simulatorUrl: string | null
  setupNeeded: boolean
  mail: boolean
  passwordMin: number
  signup: boolean
  signupTerms: string
} | null>(null)

/** Errors are ignored; the screens then show less. */
export async function loadSystem() {
  system.value = await unwrapResponse(publicApi.system.get()).catch(() => null)
}

/** Version of the server, for people who are logged in; empty until loaded. */
export const serverVersion = signal('')

export async function loadServerVersion() {
  if (serverVersion.peek()) return
  const answer = await unwrapResponse(api.system.version.get()).catch(() => null)
  if (answer) serverVersion.value = answer.version
}

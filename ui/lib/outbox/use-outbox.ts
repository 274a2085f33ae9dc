import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { reachable } from '../offline'
import { accessToken } from '../token'
import { heldUp } from './entries'
import { adoptLeftBehind } from './outbox'

/** How often another tab that has died is looked for, in ms. */
const lookEvery = 30_000

/** Once, on every screen of a signed-in person: takes over what earlier tabs left, and asks before the tab closes. */
export function useOutbox() {
  useEffect(() => {
    const look = () => void adoptLeftBehind()
    look()
    const timer = setInterval(look, lookEvery)
    const stops = [
      () => clearInterval(timer),
      reachable.subscribe((isReachable) => isReachable && look()),
      effect(() => (heldUp.value.some(({ state }) => state !== 'failed') ? guardLeaving() : undefined)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

/** The browser asks in its own words. A session that was ended leaves without a question. */
function guardLeaving() {
  const ask = (event: BeforeUnloadEvent) => {
    if (accessToken() !== null) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

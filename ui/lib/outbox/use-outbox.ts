import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { reachable } from '../offline'
import { accessToken } from '../token'
import { heldUp } from './entries'
import { adoptLeftBehind } from './outbox'

/** Interval in ms between searches for messages of closed tabs. */
const lookEvery = 30_000

/**
 * Mounted once in the shell: takes over messages of closed tabs, and warns before this tab is closed with unsent
 * messages.
 */
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

/** Shows the browser's own warning before the page is closed; not after the session has ended. */
function guardLeaving() {
  const ask = (event: BeforeUnloadEvent) => {
    if (accessToken() !== null) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

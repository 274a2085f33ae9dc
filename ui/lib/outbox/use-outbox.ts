import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { isReachable } from '../offline'
import { accessToken } from '../token'
import { undeliveredEntries } from './entries'
import { adoptOrphanedEntries } from './outbox'

/** Interval in ms between searches for messages of closed tabs. */
const searchInterval = 30_000

/**
 * Mounted once in the shell: takes over messages of closed tabs, and warns before this tab is closed with unsent
 * messages.
 */
export function useOutbox() {
  useEffect(() => {
    const adopt = () => void adoptOrphanedEntries()
    adopt()
    const timer = setInterval(adopt, searchInterval)
    const stops = [
      () => clearInterval(timer),
      isReachable.subscribe((isReachable) => isReachable && adopt()),
      effect(() => (undeliveredEntries.value.some(({ state }) => state !== 'failed') ? warnBeforeUnload() : undefined)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

/** Shows the browser's own warning before the page is closed; not after the session has ended. */
function warnBeforeUnload() {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (accessToken() !== null) event.preventDefault()
  }
  window.addEventListener('beforeunload', onBeforeUnload)
  return () => window.removeEventListener('beforeunload', onBeforeUnload)
}

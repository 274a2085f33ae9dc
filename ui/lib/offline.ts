import { signal } from '@preact/signals-react'

const graceMs = 3000
let timer: ReturnType<typeof setTimeout> | undefined

/** False while no socket is ready: before the first one, and from the moment one is lost. */
export const isReachable = signal(false)
/** True if the server has been unreachable for more than 3 s; the shell then shows a banner. */
export const isOffline = signal(false)

/** Starts the timer; later calls do not restart it. */
export function reportUnreachable() {
  isReachable.value = false
  timer ??= setTimeout(() => {
    isOffline.value = true
  }, graceMs)
}

export function reportReachable() {
  clearTimeout(timer)
  timer = undefined
  isOffline.value = false
  isReachable.value = true
}

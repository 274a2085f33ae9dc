import { signal } from '@preact/signals-react'

const graceMs = 3000
/** Time in ms for the first frame of a socket after the server has answered a request (docs/adr/0022). */
const slowMs = 10_000
let timer: ReturnType<typeof setTimeout> | undefined
let lostAt = 0
let wasReachable = false

/** False while no socket is ready: before the first one, and from the moment one is lost. */
export const isReachable = signal(false)
/** True if the server has been unreachable for more than 3 s, or a slow one for 10 s; the shell then shows a banner. */
export const isOffline = signal(false)

/** Starts the timer; later calls do not restart it. A page that has just loaded got its scripts from the server. */
export function reportUnreachable() {
  isReachable.value = false
  if (timer) return
  lostAt = Date.now()
  setTimer(wasReachable || navigator.onLine === false ? graceMs : slowMs)
}

/** The server has answered a request while the socket is not ready: the line is slow, and no banner says it is lost. */
export function reportAnswer() {
  if (timer && !isOffline.peek()) setTimer(lostAt + slowMs - Date.now())
}

export function reportReachable() {
  clearTimeout(timer)
  timer = undefined
  isOffline.value = false
  isReachable.value = true
  wasReachable = true
}

function setTimer(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(() => {
    isOffline.value = true
  }, ms)
}

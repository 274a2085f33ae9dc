import { signal } from '@preact/signals-react'

const graceMs = 3000
let timer: ReturnType<typeof setTimeout> | undefined

/** True while the server has been out of reach for more than 3 s: the shell shows its banner. */
export const offline = signal(false)

/** However often it is said, the time runs from the first. */
export function reportUnreachable() {
  timer ??= setTimeout(() => {
    offline.value = true
  }, graceMs)
}

export function reportReachable() {
  clearTimeout(timer)
  timer = undefined
  offline.value = false
}

/** How often a silent line is asked whether it is alive, and how long it may take to say so, ms (docs/adr/0022). */
export const heartbeat = { interval: 20_000, timeout: 10_000 }

/** Watches one line after another. `ask` goes out over it; `onDead` is called when nothing at all came back. */
export function createHeartbeat({ ping, onDead }: { ping: () => void; onDead: () => void }) {
  let timer: ReturnType<typeof setInterval> | undefined
  let deadTimer: ReturnType<typeof setTimeout> | undefined

  /** Whatever comes shows that the line lives. */
  const frameArrived = () => {
    clearTimeout(deadTimer)
    deadTimer = undefined
  }
  /** Something is due: a greeting, or an answer. */
  const expectFrame = () => {
    deadTimer ??= setTimeout(onDead, heartbeat.timeout)
  }
  const pingNow = () => {
    ping()
    expectFrame()
  }
  const stop = () => {
    clearInterval(timer)
    frameArrived()
  }
  const start = () => {
    stop()
    timer = setInterval(pingNow, heartbeat.interval)
  }
  return { frameArrived, expectFrame, pingNow, start, stop }
}

/** Time between pings and time to wait for any frame after one, in ms (docs/adr/0022). */
export const heartbeat = { interval: 20_000, timeout: 10_000 }

/** Detects a dead socket: sends a ping at intervals, calls `onDead` when no frame arrives in time. */
export function createHeartbeat({ ping, onDead }: { ping: () => void; onDead: () => void }) {
  let timer: ReturnType<typeof setInterval> | undefined
  let deadTimer: ReturnType<typeof setTimeout> | undefined

  /** Call for every frame received; any frame shows that the connection is alive. */
  const frameArrived = () => {
    clearTimeout(deadTimer)
    deadTimer = undefined
  }
  /** Starts the timeout for the next frame: the greeting of a new socket, or the answer to a ping. */
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

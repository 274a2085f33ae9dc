import { log } from '../log'

/** Where and how often the service manager wants to be notified (sd_notify(3), sd_watchdog_enabled(3)). */
export interface ServiceManager {
  /** Path of a unix datagram socket; `@` begins the name of an abstract one. */
  socket: string
  /** Time without a notice after which the service manager ends the process, in ms; null without a watchdog. */
  watchdogMs: number | null
}

/** Longest time between two notices in ms. */
const maxPeriodMs = 10_000

/**
 * Notifies the service manager that the server is ready, and regularly that its event loop runs. The notices come from
 * a timer of the main thread: they stop when it hangs, and the service manager ends the process.
 */
export async function notifyServiceManager({ socket, watchdogMs }: ServiceManager): Promise<{ stopping(): void }> {
  const { datagramSender } = await import('./datagram')
  const send = datagramSender(socket)
  const notify = (state: string) => {
    const problem = send(state)
    if (problem) log.warn({ socket, state, problem }, 'the service manager was not notified')
  }
  notify('READY=1')
  if (watchdogMs !== null) {
    const timer = setInterval(() => notify('WATCHDOG=1'), Math.min(watchdogMs / 4, maxPeriodMs))
    timer.unref()
  }
  return { stopping: () => notify('STOPPING=1') }
}

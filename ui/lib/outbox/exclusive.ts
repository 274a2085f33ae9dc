import { isReachable } from '../offline'

const tails = new Map<string, Promise<void>>()

/**
 * Runs one task per lane at a time, in the order of the calls. A Web Lock makes it one across all tabs of the browser;
 * on plain http, which has no Web Locks, one per tab.
 */
export function runExclusive(name: string, task: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request(`balcao-lane-${name}`, task)
  const run = (tails.get(name) ?? Promise.resolve()).then(task)
  tails.set(name, run)
  void run.then(() => tails.get(name) === run && tails.delete(name))
  return run
}

/** Resolves after `ms`, when the server becomes reachable again, or when `signal` aborts. */
export function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = () => resolve()
  const timer = setTimeout(done, ms)
  let wasReachable = true
  const stop = isReachable.subscribe((isReachable) => {
    if (isReachable && !wasReachable) done()
    wasReachable = isReachable
  })
  window.addEventListener('online', done)
  signal.addEventListener('abort', done)
  return promise.finally(() => {
    clearTimeout(timer)
    stop()
    window.removeEventListener('online', done)
    signal.removeEventListener('abort', done)
  })
}

import { reachable } from '../offline'

const turns = new Map<string, Promise<void>>()

/**
 * Runs one task per lane at a time, in the order of the calls. A Web Lock makes it one across all tabs of the browser;
 * on plain http, which has no Web Locks, one per tab.
 */
export function inLane(lane: string, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request(`balcao-lane-${lane}`, work)
  const turn = (turns.get(lane) ?? Promise.resolve()).then(work)
  turns.set(lane, turn)
  void turn.then(() => turns.get(lane) === turn && turns.delete(lane))
  return turn
}

/** Resolves after `ms`, when the server becomes reachable again, or when `signal` aborts. */
export function nextOccasion(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = () => resolve()
  const timer = setTimeout(done, ms)
  let wasReachable = true
  const stop = reachable.subscribe((isReachable) => {
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

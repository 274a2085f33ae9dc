import { defaultWaitMs } from '../default-wait'

/** A condition was not met in time: 408 over HTTP. */
export class WaitTimeoutError extends Error {}

/** Nothing by that name: 404 over HTTP. */
export class NotFoundError extends Error {}

const pollIntervalMs = 15

/** Looks again and again until `look` answers something; rejects with TimedOut after `timeout` milliseconds. */
export async function waitUntil<T>(look: () => T | undefined, timeout = defaultWaitMs, what = 'it'): Promise<T> {
  const end = performance.now() + timeout
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (performance.now() >= end) throw new WaitTimeoutError(`${what}: not within ${timeout} ms`)
    await Bun.sleep(pollIntervalMs)
  }
}

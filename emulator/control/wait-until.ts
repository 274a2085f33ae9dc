import { defaultWaitMs } from '../default-wait'

/** Timeout of a wait; 408 over HTTP. */
export class WaitTimeoutError extends Error {}

/** Unknown phone, message, device or call; 404 over HTTP. */
export class NotFoundError extends Error {}

const pollIntervalMs = 15

/** First defined result of `look`, called every 15 ms. @throws WaitTimeoutError after `timeout` milliseconds */
export async function waitUntil<T>(look: () => T | undefined, timeout = defaultWaitMs, what = 'it'): Promise<T> {
  const end = performance.now() + timeout
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (performance.now() >= end) throw new WaitTimeoutError(`${what}: not within ${timeout} ms`)
    await Bun.sleep(pollIntervalMs)
  }
}

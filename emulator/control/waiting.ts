import { patience } from '../patience'

/** A condition was not met in time: 408 over HTTP. */
export class TimedOut extends Error {}

/** Nothing by that name: 404 over HTTP. */
export class Unknown extends Error {}

const lookEvery = 15

/** Looks again and again until `look` answers something; rejects with TimedOut after `timeout` milliseconds. */
export async function until<T>(look: () => T | undefined, timeout = patience, what = 'it'): Promise<T> {
  const end = performance.now() + timeout
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (performance.now() >= end) throw new TimedOut(`${what}: not within ${timeout} ms`)
    await Bun.sleep(lookEvery)
  }
}

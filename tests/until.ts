import { defaultWaitMs } from '../emulator/default-wait'

/** Calls `look` every 25 ms until it returns a truthy value, and returns that; throws after `ms`, naming `what`. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  ms = defaultWaitMs,
): Promise<Exclude<T, false | null | undefined | ''>> {
  const end = performance.now() + ms
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<T, false | null | undefined | ''>
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`)
    await Bun.sleep(25)
  }
}

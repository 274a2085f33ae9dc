import { defaultWaitMs } from '../emulator/default-wait'

/** Asks again every 25 ms until something true comes, and answers it; after `ms` it throws, naming what was awaited. */
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

import type { Serving } from '../executable/balcao'
import { until } from '../until'

/** Bytes of memory the server holds at this moment, garbage included. */
export async function residentBytes({ get }: Serving): Promise<number> {
  const text = await (await get('/metrics')).text()
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1])
}

/**
 * Waits until the server holds fewer bytes than these. What it has taken and no longer needs goes within seconds, when
 * the machine has a moment for it; what leaks never does.
 */
export async function waitForMemoryBelow(serving: Serving, bytes: number) {
  await until(`fewer than ${bytes} bytes held`, async () => (await residentBytes(serving)) < bytes)
}

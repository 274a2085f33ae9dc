import type { Serving } from '../executable/balcao'
import { until } from '../until'

/** Resident memory of the server in bytes, garbage included. */
export async function residentBytes({ get }: Serving): Promise<number> {
  const text = await (await get('/metrics')).text()
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1])
}

/**
 * Waits until the server's resident memory is below `bytes`. Garbage is freed within seconds on an idle machine; leaked
 * memory never is, and the wait fails.
 */
export async function waitForMemoryBelow(serving: Serving, bytes: number) {
  await until(`fewer than ${bytes} bytes held`, async () => (await residentBytes(serving)) < bytes)
}

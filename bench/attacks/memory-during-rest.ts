/**
 * Waits, and reads every few seconds from when the memory comes: resident and anonymous memory in MB, and the number of
 * threads, of a process (Linux).
 */
export async function memoryDuringRest(pid: number, restMs: number): Promise<[seconds: number, use: string][]> {
  const uses: [number, string][] = []
  const begin = performance.now()
  for (const at of [0, 2, 5, 10, 20, 30, 45, 60].map((seconds) => seconds * 1000)) {
    await Bun.sleep(Math.max(0, begin + at - performance.now()))
    uses.push([at / 1000, await memoryOf(pid)])
  }
  await Bun.sleep(Math.max(0, begin + restMs - performance.now()))
  return uses
}

async function memoryOf(pid: number): Promise<string> {
  const rollup = await Bun.file(`/proc/${pid}/smaps_rollup`).text()
  const mb = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024)
  const status = await Bun.file(`/proc/${pid}/status`).text()
  const threads = /^Threads:\s+(\d+)/m.exec(status)?.[1]
  return `${mb('Rss')} MB resident, ${mb('Anonymous')} MB anonymous, ${threads} threads`
}

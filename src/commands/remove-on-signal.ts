import { rmSync } from 'node:fs'
import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Removes paths when a signal ends the process, which skips `finally`; it waits for the end of a statement of SQLite.
 * Returns a function that ends this.
 */
export function removeOnSignal(paths: () => string[]): () => void {
  const end = (signal: (typeof signals)[number]) => {
    for (const path of paths()) rmSync(path, { recursive: true, force: true })
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of signals) process.on(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
  }
}

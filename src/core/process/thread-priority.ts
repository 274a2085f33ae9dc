import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Niceness: beside the main thread on one core such a thread gets a quarter of the time. */
const low = 5

/**
 * Lets the threads of requests go first on a busy machine. Returns the id of this thread, or null where it cannot be
 * known: only Linux has a priority per thread, which `setPriority` sets when it receives a thread's id. A time limit of
 * such work is counted by `processorMs` (thread-usage.ts).
 */
export function lowerThreadPriority(): number | null {
  if (process.platform !== 'linux') return null
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, low)
    return thread
  } catch {
    return null // /proc is not mounted: the thread keeps the priority of the process
  }
}

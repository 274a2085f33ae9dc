import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Niceness: beside the main thread on one core such a thread gets a quarter of the time. */
const low = 5

/**
 * Lets the threads of requests go first on a busy machine. Linux has a priority per thread, which `setPriority` sets
 * when it receives a thread's id; elsewhere nothing happens. Not for work with a time limit.
 */
export function lowerThreadPriority() {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), low)
  } catch {
    // /proc is not mounted: the thread keeps the priority of the process
  }
}

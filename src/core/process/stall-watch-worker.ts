import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncDirectoryBlocking, writeDurableFileBlocking } from '../storage/durable-file'
import { StallClock } from './stall-clock'
import { recordOf } from './stall-record'
import type { StallWatchOrder } from './stall-watch'
import { processorMs } from './thread-usage'

/**
 * Worker that watches the event loop of the main thread (ADR 0096): writes a file when the loop stands still, and
 * removes it when the loop goes on. A separate entry point: see build.ts.
 */
declare const self: Worker

const periodMs = 100

self.onmessage = ({ data }: MessageEvent<StallWatchOrder>) => watch(data)

function watch({ memory, file, thread }: StallWatchOrder) {
  const beats = new Int32Array(memory, 0, 1)
  const clock = new StallClock(periodMs, () => processorMs(thread))
  let isWritten = false
  setInterval(() => {
    const isStalled = clock.read(Atomics.load(beats, 0), performance.now())
    if (isStalled === isWritten) return
    isWritten = isStalled
    if (isStalled) write(file, memory)
    else remove(file)
  }, periodMs)
}

function write(file: string, memory: SharedArrayBuffer) {
  try {
    writeDurableFileBlocking(file, JSON.stringify(recordOf(memory, new Date().toISOString())))
  } catch {
    // A full disk: the jobs run again at the next start, as after any other end.
  }
}

function remove(file: string) {
  rmSync(file, { force: true })
  syncDirectoryBlocking(dirname(file))
}

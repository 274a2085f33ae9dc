import { rmSync } from 'node:fs'
import { stallFile } from './stall-record'
import { workMarks } from './work-marks'

/** Message to the watching thread: memory of the marks, file to write, id of the watched thread. */
export interface StallWatchOrder {
  memory: SharedArrayBuffer
  file: string
  thread: number
}

/**
 * Starts the thread that watches the event loop of this one and returns a function that ends it.
 * @param worker runs stall-watch-worker.ts. The caller creates it, because the bundler resolves the file's address there.
 */
export function startStallWatch(worker: Worker, directory: string): () => void {
  const file = stallFile(directory)
  // The first thread of a process has the id of the process.
  worker.postMessage({ memory: workMarks.memory, file, thread: process.pid } satisfies StallWatchOrder)
  return () => {
    worker.terminate()
    rmSync(file, { force: true }) // of a stall that ended just now
  }
}

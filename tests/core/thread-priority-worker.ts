import { readFileSync } from 'node:fs'
import { lowerThreadPriority } from '../../src/core/process/thread-priority'

/** Answers with the niceness of this thread and of the main thread, field 19 of `stat` in proc(5). */
const nicenessIn = (directory: string) => {
  const text = readFileSync(`${directory}/stat`, 'utf8')
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16])
}
lowerThreadPriority()
postMessage({ own: nicenessIn('/proc/thread-self'), main: nicenessIn(`/proc/self/task/${process.pid}`) })

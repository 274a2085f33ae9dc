import { readFileSync } from 'node:fs'

/** Bytes of a page. */
const pageBytes = 4096

/** Processor time of a thread of this process since its start, in ms; null where the kernel does not tell it. */
export const processorMs = (thread: number): number | null => readFields(thread, 'schedstat', ([ran]) => ran / 1e6)

/**
 * Bytes of the pages that a thread of this process was the first to use, since its start; null where the kernel does not
 * tell it. About what the thread allocated: pages count again when they are used again after they were freed. Pages that
 * other threads fill for it, such as the content of a file, do not count, and a huge page counts as one.
 */
export const touchedBytes = (thread: number): number | null =>
  // minflt, field 10 of `stat` in proc(5); the name in field 2 may contain spaces
  readFields(thread, 'stat', (fields) => (fields[7] as number) * pageBytes)

function readFields(thread: number, file: string, value: (fields: [number, ...number[]]) => number): number | null {
  try {
    const text = readFileSync(`/proc/self/task/${thread}/${file}`, 'latin1')
    return value(
      text
        .slice(text.lastIndexOf(')') + 1)
        .trim()
        .split(' ')
        .map(Number) as [number, ...number[]],
    )
  } catch {
    return null
  }
}

import { describe, expect, test } from 'bun:test'
import { MemoryUse } from '../../src/core/parsers/memory-use'

const mebibyte = 2 ** 20
const worker = 7
const start = 500 * mebibyte

/** Memory (MiB) that a task with a limit of 100 MiB and the main thread have used; null where it is not counted. */
function taskAfter(own: number | null, main: number) {
  const used = new Map<number, number | null>([
    [worker, own === null ? null : 0],
    [process.pid, 0],
  ])
  const task = new MemoryUse(worker, 100 * mebibyte, start, (thread) => used.get(thread) ?? null)
  used.set(worker, own === null ? null : own * mebibyte)
  used.set(process.pid, main * mebibyte)
  return task
}

describe('a task with a limit of 100 MiB', () => {
  test.each([
    ['its own thread used most of 110 MiB', 110, 80, 0, 500, true],
    ['the process grew by 90 MiB', 90, 90, 0, 500, false],
    ['another task used most of 300 MiB', 300, 10, 0, 500, false],
    ['the main thread used most of 300 MiB', 300, 10, 280, 100, false],
    ['no known thread used most of 300 MiB, and the limits together were 200', 300, 10, 20, 200, true],
    ['the kernel does not count the pages of threads', 110, null, 0, 500, true],
  ])('when %s', (_, grown, own, main, allLimits, isExceeded) => {
    const task = taskAfter(own, main)
    expect(task.isExceeded(start, allLimits * mebibyte)).toBe(false)
    const leftLimits = 100 * mebibyte
    expect(task.isExceeded(start + grown * mebibyte, leftLimits)).toBe(isExceeded)
  })
})

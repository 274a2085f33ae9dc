import { describe, expect, test } from 'bun:test'
import { lineAfter, RunnerLog } from '../../scripts/test-log'

const runner = `bun test v1.4.5

tests/core/a.test.ts:
(pass) sums > adds [0.37ms]
expected 2, received 3
(fail) sums > subtracts [1.20ms]

tests/core/b.test.ts:
(pass) reads a file [12.00ms]`.split('\n')

function logOf(lines: string[]): RunnerLog {
  const log = new RunnerLog()
  for (const line of lines) log.add(line)
  return log
}

describe('RunnerLog', () => {
  test('progress returns the number of results and the file that runs', () => {
    expect(logOf(runner).progress()).toBe('2 passed, 1 failed, in tests/core/b.test.ts')
  })

  test('failures returns each failed test with the output before it', () => {
    expect(logOf(runner).failures(true)).toBe('expected 2, received 3\n(fail) sums > subtracts [1.20ms]')
  })

  test('failures of a check returns the end of its output', () => {
    expect(logOf(['one', 'two']).failures(false)).toBe('one\ntwo')
  })

  test('lastTest is the full name without its duration, and empty in a new file', () => {
    expect(logOf(runner.slice(0, 6)).lastTest).toBe('sums > subtracts')
    expect(logOf(runner.slice(0, 8)).lastTest).toBeUndefined()
  })
})

describe('lineAfter', () => {
  const source = `describe('sums', () => {\n  test('adds', () => {})\n  test('subtracts', () => {})\n})`

  test('returns the declaration after the named test', () => {
    expect(lineAfter(source, 'sums > adds')).toBe("test('subtracts', () => {})")
  })

  test('returns the first declaration when no test ended', () => {
    expect(lineAfter(source, undefined)).toBe("test('adds', () => {})")
  })

  test('returns undefined for a generated name', () => {
    expect(lineAfter(source, 'sums > 3 + 4')).toBeUndefined()
  })
})

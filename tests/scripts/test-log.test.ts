import { describe, expect, test } from 'bun:test'
import { lineAfter, RunnerLog } from '../../scripts/test/log'

const output = `bun test v1.4.5

tests/core/a.test.ts:
(pass) sums > adds [0.37ms]
expected 2, received 3
(fail) sums > subtracts [1.20ms]

tests/core/b.test.ts:
(pass) reads a file [12.00ms]`.split('\n')

/** Two processes: the lines of one file are interrupted by those of the other, and one process dies. */
const parallel = `tests/core/a.test.ts:
(pass) adds [0.37ms]

tests/core/b.test.ts:
(pass) reads [1.00ms]

tests/core/a.test.ts:
why it fails
(fail) subtracts [300.35ms]
  ^ this test timed out after 300ms.
(todo) divides
(pass) multiplies [1.00ms]
✗ tests/core/b.test.ts (worker crashed: SIGKILL)

 3 pass
 2 fail
Ran 5 tests across 2 files. [410.00ms]`.split('\n')

function logOf(lines: string[]): RunnerLog {
  const log = new RunnerLog()
  for (const line of lines) log.add(line)
  return log
}

describe('RunnerLog', () => {
  test('progress returns the number of results and the file that runs', () => {
    expect(logOf(output).progress()).toBe('2 passed, 1 failed, in tests/core/b.test.ts')
  })

  test('failures returns each failed test with its file and the output before it', () => {
    expect(logOf(output).failures()).toBe(
      'tests/core/a.test.ts:\nexpected 2, received 3\n(fail) sums > subtracts [1.20ms]',
    )
  })

  test('failures keeps the output of a test together, and names a file whose process died', () => {
    expect(logOf(parallel).failures().split('\n')).toEqual([
      'tests/core/a.test.ts:',
      'why it fails',
      '(fail) subtracts [300.35ms]',
      '  ^ this test timed out after 300ms.',
      '',
      'tests/core/b.test.ts:',
      '✗ tests/core/b.test.ts (worker crashed: SIGKILL)',
    ])
  })

  test('a process that died counts as a failure', () => {
    const { passed, failed } = logOf(parallel)
    expect({ passed, failed }).toEqual({ passed: 3, failed: 2 })
  })

  test('failures returns an error outside of tests, such as in an import', () => {
    const lines = ['tests/core/a.test.ts:', '', '# Unhandled error between tests', 'error: import fails']
    expect(logOf(lines).failures()).toBe('tests/core/a.test.ts:\n# Unhandled error between tests\nerror: import fails')
  })

  test('lastTestOf returns the full name without its duration, and nothing before the first result', () => {
    expect(logOf(output.slice(0, 6)).lastTestOf('tests/core/a.test.ts')).toBe('sums > subtracts')
    expect(logOf(output.slice(0, 8)).lastTestOf('tests/core/b.test.ts')).toBeUndefined()
    expect(logOf(parallel.slice(0, 8)).lastTestOf('tests/core/a.test.ts')).toBe('adds')
  })

  test('interruptedFiles returns the files that ran when the run was interrupted', () => {
    const end = [
      '',
      'Interrupted while still running:',
      '  tests/core/a.test.ts (15s)',
      '  tests/ui/b.test.tsx (2m)',
      '',
    ]
    expect(logOf([...output, ...end]).interruptedFiles()).toEqual(['tests/core/a.test.ts', 'tests/ui/b.test.tsx'])
    expect(logOf(output).interruptedFiles()).toEqual([])
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

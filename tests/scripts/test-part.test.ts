import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPart } from '../../scripts/test/part'

const root = mkdtempSync(join(tmpdir(), 'parts-'))
const sources = {
  hangs: "test('adds', () => {})\ntest('blocks the loop', () => { for (;;); })",
  fails: "test('adds', () => {})\ntest('subtracts', () => expect(2).toBe(3))",
  passes: "test('adds', () => {})\ntest.skip('subtracts', () => {})",
  dies: "test('adds', () => {})\ntest('exits', () => process.exit(0))",
  imports: "throw new Error('import fails')",
  empty: "test.each([])('adds %s', () => {})",
}
const fileOf = (name: string) => `tests/${name}.test.ts`

beforeAll(async () => {
  mkdirSync(join(root, 'tests'))
  for (const [name, source] of Object.entries(sources))
    await Bun.write(join(root, fileOf(name)), `import { expect, test } from 'bun:test'\n${source}\n`)
})
afterAll(() => rmSync(root, { recursive: true }))

/** Runs tests of these names in two processes. */
async function run(names: (keyof typeof sources)[], silenceMs?: number) {
  const report = join(root, `${names.join('-')}.xml`)
  const options = ['--no-orphans', '--parallel=2', '--no-isolate', '--reporter=junit', '--reporter-outfile', report]
  const files = names.map(fileOf)
  const command = [process.execPath, 'test', ...options, '--timeout', '1000', ...files.map((file) => `./${file}`)]
  return runPart({ name: names.join('-'), command, tests: { report, files }, silenceMs }, root, root)
}

const counts = ({ passed, failed }: { passed: number; failed: number }) => ({ passed, failed })

describe('runPart', () => {
  test('a part that passes has the results of its files and no details', async () => {
    const outcome = await run(['passes'])
    expect(outcome).toMatchObject({ passed: 1, failed: 0, details: '' })
    expect(outcome.files).toEqual([
      { file: fileOf('passes'), passed: 1, failed: 0, seconds: expect.any(Number), reasons: [] },
    ])
  }, 300_000)

  test('a test that blocks the event loop is named when its part has been silent for too long', async () => {
    const { failed, details } = await run(['hangs', 'passes'], 4000)
    expect(failed).toBe(1)
    expect(details).toContain('ended after 4 s without output')
    expect(details).toContain('in tests/hangs.test.ts, after "adds": test(\'blocks the loop\'')
    expect(details).not.toContain('passes.test.ts, ')
  }, 300_000)

  test('a failed test is counted and reported with its file and reason', async () => {
    const outcome = await run(['fails', 'passes'])
    expect(counts(outcome)).toEqual({ passed: 2, failed: 1 })
    expect(outcome.details).toStartWith('tests/fails.test.ts: subtracts\nAssertionError')
    expect(outcome.details).toContain('Expected: 3')
    expect(outcome.details).toContain('tests/fails.test.ts:\n')
    expect(outcome.details).toContain('(fail) subtracts')
  }, 300_000)

  test('a process that ends in a test with code 0 is a failure, and the other files run', async () => {
    const outcome = await run(['dies', 'passes'])
    expect(counts(outcome)).toEqual({ passed: 2, failed: 1 })
    expect(outcome.details).toContain('tests/dies.test.ts (worker crashed')
  }, 300_000)

  test('a file that cannot be imported is a failure with its reason', async () => {
    const outcome = await run(['imports', 'passes'])
    expect(counts(outcome)).toEqual({ passed: 1, failed: 1 })
    expect(outcome.details).toContain('error: import fails')
  }, 300_000)

  test('a file without a test is a failure', async () => {
    const outcome = await run(['empty', 'passes'])
    expect(counts(outcome)).toEqual({ passed: 1, failed: 1 })
    expect(outcome.details).toContain('tests/empty.test.ts: no test of this file has run')
  }, 300_000)

  test('a command that dies before its report is a failure', async () => {
    const command = [process.execPath, '-e', "process.kill(process.pid, 'SIGKILL')"]
    const tests = { report: join(root, 'none.xml'), files: [fileOf('passes')] }
    expect(counts(await runPart({ name: 'killed', command, tests }, root, root))).toEqual({ passed: 0, failed: 1 })
  }, 300_000)

  test('a check that fails is one failure with the end of its output', async () => {
    const command = [process.execPath, '-e', "console.error('why'); process.exit(3)"]
    const outcome = await runPart({ name: 'check', command }, root, root)
    expect(outcome).toMatchObject({ passed: 0, failed: 1, details: 'why' })
  }, 300_000)

  test('a part is named before its command says anything', async () => {
    const printed = spyOn(process.stdout, 'write').mockReturnValue(true)
    const running = run(['passes'])
    expect(printed.mock.calls.join('')).toMatch(/^passes +0 s {2}begins\n$/)
    await running
    printed.mockRestore()
  }, 300_000)
})

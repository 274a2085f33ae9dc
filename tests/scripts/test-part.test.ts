import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPart } from '../../scripts/test-part'

const root = mkdtempSync(join(tmpdir(), 'parts-'))
const source = `import { expect, test } from 'bun:test'
test('adds', () => {})
test('blocks the loop', () => { for (;;); })
`
const failing = `import { expect, test } from 'bun:test'
test('adds', () => {})
test('subtracts', () => expect(2).toBe(3))
`

beforeAll(async () => {
  mkdirSync(join(root, 'tests'))
  await Bun.write(join(root, 'tests/hangs.test.ts'), source)
  await Bun.write(join(root, 'tests/fails.test.ts'), failing)
})
afterAll(() => rmSync(root, { recursive: true }))

function part(file: string, limitMs: number) {
  const report = join(root, `${file}.xml`)
  const options = ['--reporter=junit', '--reporter-outfile', report, '--timeout', '1000']
  return { name: file, report, limitMs, command: [process.execPath, 'test', ...options, `./tests/${file}.test.ts`] }
}

describe('runPart', () => {
  test('a test that blocks the event loop is named when its part is stopped at the time limit', async () => {
    const { failed, details } = await runPart(part('hangs', 8000), root, root)
    expect(failed).toBe(1)
    expect(details).toContain('in tests/hangs.test.ts, after "adds": test(\'blocks the loop\'')
  }, 60_000)

  test('a part is named before its command says anything', async () => {
    const printed = spyOn(process.stdout, 'write').mockReturnValue(true)
    const running = runPart(part('fails', 60_000), root, root)
    expect(printed.mock.calls.join('')).toMatch(/^fails +0 s {2}begins\n$/)
    await running
    printed.mockRestore()
  }, 60_000)

  test('a failed test is counted and reported with its reason', async () => {
    const { passed, failed, details } = await runPart(part('fails', 60_000), root, root)
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 })
    expect(details).toContain('(fail) subtracts')
    expect(details).toContain('Expected: 3')
  }, 60_000)
})

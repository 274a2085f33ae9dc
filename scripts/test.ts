import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bun, installPackages, root } from './setup'
import type { Outcome, Part } from './test-part'

/**
 * Runs all checks and test suites: `bun scripts/test.ts`; with `check`, only types, lint and the suites that need no
 * executable. The last line is the sum over all parts, `N passed, N failed`; the exit code is 0 only when nothing
 * failed.
 */

/** Parts of the run that run one after the other. */
type Lane = Part[]

const reports = join(root, '.cache', 'reports')

/** Folders below tests/ by suite; a folder that is not named here belongs to `server`. */
const folders: Record<string, string[]> = {
  ui: ['ui'],
  wire: ['emulator', 'whatsapp'],
  executable: ['executable'],
  endurance: ['crash', 'security'],
  browser: ['e2e'],
}
/** Time limit of one test by suite (ms); tests that start processes and browsers need longer. */
const testTimeout: Record<string, number> = {
  server: 180_000,
  ui: 120_000,
  wire: 180_000,
  executable: 240_000,
  endurance: 600_000,
  browser: 480_000,
}

await installPackages()
const { runPart } = await import('./test-part')
const fast = process.argv.includes('check')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const outcomes: { name: string; outcome: Outcome; seconds: number }[] = []
for (const part of checks()) await runAndRecord(part)
// Browser and crash tests mostly wait, so lanes run at once. Lanes of equal length use both cores until the end.
await Promise.all((await lanes()).map(runLane))
process.exit(printSummary())

/** Parts that run first, alone; the executable is built before any suite needs it. */
function checks(): Part[] {
  return [
    { name: 'types', command: [bun, 'check', '--no-script'] },
    { name: 'lint', command: [bun, 'node_modules/@biomejs/biome/bin/biome', 'check'] },
    ...(fast ? [] : [{ name: 'build', command: [bun, 'build.ts', '--if-changed'] }]),
  ]
}

async function lanes(): Promise<Lane[]> {
  if (fast) return [[suite('server', filesOf('server')), suite('ui', filesOf('ui'))]]
  const [server, endurance, ...short] = ['server', 'endurance', 'ui', 'wire', 'executable'].map((name) =>
    suite(name, filesOf(name)),
  ) as [Part, Part, ...Part[]]
  const env = { CHROMIUM_PATH: await chromium() }
  const [first, second] = halves(filesOf('browser'))
  const browser = (files: string[], name: string) => ({ ...suite('browser', files, name), env })
  return [[server], [browser(first, 'browser 1')], [browser(second, 'browser 2'), ...short], [endurance]]
}

async function runLane(lane: Lane) {
  for (const part of lane) await runAndRecord(part)
}

async function runAndRecord(part: Part) {
  const started = performance.now()
  const outcome = await runPart(part, root, reports)
  outcomes.push({ name: part.name, outcome, seconds: (performance.now() - started) / 1000 })
}

function filesOf(suiteName: string): string[] {
  const assigned = Object.values(folders).flat()
  const folderOf = (file: string) => file.split('/')[1] as string
  const belongs = (file: string) =>
    folders[suiteName] ? folders[suiteName].includes(folderOf(file)) : !assigned.includes(folderOf(file))
  return [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync(root)].filter(belongs).sort()
}

/** Splits files into two lists of about the same size: largest file first, each into the smaller list. */
function halves(files: string[]): [string[], string[]] {
  const lists = [0, 0].map(() => ({ files: [] as string[], bytes: 0 }))
  const sized = files.map((file) => ({ file, bytes: Bun.file(join(root, file)).size }))
  for (const { file, bytes } of sized.sort((a, b) => b.bytes - a.bytes)) {
    const lighter = lists[0]!.bytes <= lists[1]!.bytes ? lists[0]! : lists[1]!
    lighter.files.push(file)
    lighter.bytes += bytes
  }
  return [lists[0]!.files, lists[1]!.files]
}

function suite(kind: string, files: string[], name = kind): Part {
  const report = join(reports, `${name.replace(' ', '-')}.xml`)
  // A module of the interface has the state of one page; a file of tests must not see that of another.
  const isolation = kind === 'ui' ? ['--isolate'] : []
  const options = [
    ...isolation,
    '--timeout',
    String(testTimeout[kind]),
    '--reporter=junit',
    '--reporter-outfile',
    report,
  ]
  return { name, report, command: [bun, 'test', ...options, ...files.map((file) => `./${file}`)] }
}

/** Path of a Chromium; empty without one: the browser tests then fail and name what is missing. */
async function chromium(): Promise<string> {
  const { findChromium } = await import('./chromium')
  return await findChromium().catch((error) => {
    console.error(String(error))
    return ''
  })
}

function printSummary(): number {
  const failures = outcomes.filter(({ outcome }) => outcome.details !== '')
  for (const { name, outcome } of failures) process.stdout.write(`\n── ${name}, failed\n${outcome.details}\n`)
  process.stdout.write('\n')
  for (const { name, outcome, seconds } of outcomes)
    process.stdout.write(
      `${name.padEnd(12)}${String(outcome.passed).padStart(6)} passed ${String(outcome.failed).padStart(4)} failed  ${seconds.toFixed(1)} s\n`,
    )
  const passed = outcomes.reduce((sum, { outcome }) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, { outcome }) => sum + outcome.failed, 0)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 && passed > 0 ? 0 : 1
}

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bun, installPackages, root } from './setup'

/**
 * Everything that must hold, one part after the other: `bun scripts/test.ts`, and with `check` the fast half of it.
 * The last line is the sum over all parts, `N passed, N failed`; the exit code is 0 only when nothing failed.
 */

interface Part {
  name: string
  command: string[]
  /** Where `bun test` writes its report; a part without one counts as one check. */
  report?: string
  env?: Record<string, string>
  minutes: number
}
interface Outcome {
  passed: number
  failed: number
}

const reports = join(root, '.cache', 'reports')

/** Suites that need more than the others, by folder below tests/; what is not named here is `server`. */
const folders: Record<string, string[]> = {
  ui: ['ui'],
  wire: ['emulator', 'whatsapp'],
  executable: ['executable'],
  endurance: ['crash', 'security'],
  browser: ['e2e'],
}
/** Ms one test may take; those that start processes and browsers need longer. */
const patience: Record<string, number> = {
  server: 10_000,
  ui: 10_000,
  wire: 60_000,
  executable: 60_000,
  endurance: 240_000,
  browser: 90_000,
}

await installPackages()
const fast = process.argv.includes('check')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const outcomes: [part: string, outcome: Outcome, seconds: number][] = []
for (const part of await parts(fast)) {
  process.stdout.write(`\n── ${part.name}\n`)
  const started = performance.now()
  outcomes.push([part.name, await carryOut(part), (performance.now() - started) / 1000])
}
process.exit(summary())

async function parts(fast: boolean): Promise<Part[]> {
  const checks: Part[] = [
    { name: 'types', command: [bun, 'check', '--no-script'], minutes: 2 },
    { name: 'lint', command: [bun, 'node_modules/@biomejs/biome/bin/biome', 'check'], minutes: 2 },
    suite('server'),
    suite('ui'),
  ].filter((part) => part !== null)
  if (fast) return checks
  const browser = suite('browser')
  if (browser) browser.env = { CHROMIUM_PATH: await chromium() }
  return [...checks, suite('wire'), suite('executable'), suite('endurance'), browser].filter((part) => part !== null)
}

/** The files of a suite; null when it has none. */
function suite(name: string): Part | null {
  const named = Object.values(folders).flat()
  const of = (file: string) => file.split('/')[1] as string
  const mine = (file: string) => (folders[name] ? folders[name].includes(of(file)) : !named.includes(of(file)))
  const files = [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync(root)].filter(mine).sort()
  if (files.length === 0) return null
  const report = join(reports, `${name}.xml`)
  const options = ['--timeout', String(patience[name]), '--reporter=junit', '--reporter-outfile', report]
  return { name, report, minutes: 5, command: [bun, 'test', ...options, ...files.map((file) => `./${file}`)] }
}

/** The executable's path; without one the browser tests say themselves what they miss. */
async function chromium(): Promise<string> {
  const { findChromium } = await import('./chromium')
  return await findChromium().catch((error) => {
    console.error(String(error))
    return ''
  })
}

async function carryOut({ command, report, env, minutes }: Part): Promise<Outcome> {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: minutes * 60_000,
    killSignal: 'SIGKILL',
  })
  const fine = (await child.exited) === 0
  if (!report) return fine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const counted = await read(report)
  // A crash, a time-out or an error outside of any test is a failure too, though no test says so.
  return fine || counted.failed > 0 ? counted : { ...counted, failed: 1 }
}

/** Counts of a JUnit report, whose first element sums up all of them. */
async function read(report: string): Promise<Outcome> {
  const file = Bun.file(report)
  const sum = (await file.exists()) ? /<testsuites\b[^>]*>/.exec(await file.text())?.[0] : undefined
  if (!sum) return { passed: 0, failed: 1 }
  const count = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(sum)?.[1] ?? 0)
  const failed = count('failures') + count('errors')
  return { passed: count('tests') - failed - count('skipped'), failed }
}

function summary(): number {
  process.stdout.write('\n')
  for (const [name, { passed, failed }, seconds] of outcomes)
    process.stdout.write(
      `${name.padEnd(12)}${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed  ${seconds.toFixed(1)} s\n`,
    )
  const passed = outcomes.reduce((sum, [, outcome]) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, [, outcome]) => sum + outcome.failed, 0)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 && passed > 0 ? 0 : 1
}

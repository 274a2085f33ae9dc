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
/** Parts that run one after the other. */
type Lane = Part[]
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
  server: 90_000,
  ui: 60_000,
  wire: 90_000,
  executable: 120_000,
  endurance: 240_000,
  browser: 90_000,
}

await installPackages()
const fast = process.argv.includes('check')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const outcomes: [part: string, outcome: Outcome, seconds: number][] = []
/** What failed and why, told again at the end: a log may be kept only by its last lines. */
const failures: string[] = []
for (const part of checks()) await account(part)
// Browsers, and what survives crashes, mostly wait: in lanes of their own the whole stays well under ten minutes on two cores.
await Promise.all((await lanes()).map(follow))
process.exit(summary())

/** First of all, one after the other; the executable is built before anybody needs it. */
function checks(): Part[] {
  return [
    { name: 'types', command: [bun, 'check', '--no-script'], minutes: 2 },
    { name: 'lint', command: [bun, 'node_modules/@biomejs/biome/bin/biome', 'check'], minutes: 2 },
    ...(fast ? [] : [{ name: 'build', command: [bun, 'build.ts', '--if-changed'], minutes: 3 }]),
  ]
}

async function lanes(): Promise<Lane[]> {
  if (fast) return [[suite('server', filesOf('server')), suite('ui', filesOf('ui'))]]
  const others = ['server', 'ui', 'wire', 'executable'].map((name) => suite(name, filesOf(name)))
  const env = { CHROMIUM_PATH: await chromium() }
  const [one, two] = halves(filesOf('browser'))
  const browsers = [suite('browser', one, 'browser 1'), suite('browser', two, 'browser 2')].map((it) => ({
    ...it,
    env,
  }))
  return [others, [browsers[0]!], [browsers[1]!], [suite('endurance', filesOf('endurance'))]]
}

async function follow(lane: Lane) {
  for (const part of lane) await account(part)
}

async function account(part: Part) {
  const started = performance.now()
  outcomes.push([part.name, await carryOut(part), (performance.now() - started) / 1000])
}

function filesOf(suite: string): string[] {
  const named = Object.values(folders).flat()
  const of = (file: string) => file.split('/')[1] as string
  const mine = (file: string) => (folders[suite] ? folders[suite].includes(of(file)) : !named.includes(of(file)))
  return [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync(root)].filter(mine).sort()
}

/** Two lots of about the same length: the longest file first, always to the lighter lot. */
function halves(files: string[]): [string[], string[]] {
  const lots = [0, 0].map(() => ({ files: [] as string[], bytes: 0 }))
  const sized = files.map((file) => ({ file, bytes: Bun.file(join(root, file)).size }))
  for (const { file, bytes } of sized.sort((a, b) => b.bytes - a.bytes)) {
    const lighter = lots[0]!.bytes <= lots[1]!.bytes ? lots[0]! : lots[1]!
    lighter.files.push(file)
    lighter.bytes += bytes
  }
  return [lots[0]!.files, lots[1]!.files]
}

function suite(kind: string, files: string[], name = kind): Part {
  const report = join(reports, `${name.replace(' ', '-')}.xml`)
  const options = ['--timeout', String(patience[kind]), '--reporter=junit', '--reporter-outfile', report]
  return { name, report, minutes: 9, command: [bun, 'test', ...options, ...files.map((file) => `./${file}`)] }
}

/** The executable's path; without one the browser tests say themselves what they miss. */
async function chromium(): Promise<string> {
  const { findChromium } = await import('./chromium')
  return await findChromium().catch((error) => {
    console.error(String(error))
    return ''
  })
}

async function carryOut({ name, command, report, env, minutes }: Part): Promise<Outcome> {
  const [output, errors] = ['out', 'err'].map((kind) => Bun.file(join(reports, `${name.replace(' ', '-')}.${kind}`)))
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output!, errors!],
    timeout: minutes * 60_000,
    killSignal: 'SIGKILL',
  })
  const fine = (await child.exited) === 0
  // Whole, since lanes would mix their words.
  const said = `${await output!.text()}${await errors!.text()}`
  process.stdout.write(`\n── ${name}\n${said}`)
  if (!fine) failures.push(`── ${name}\n${report ? failed(said) : said.slice(-4000)}`)
  if (!report) return fine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const counted = await read(report)
  // A crash, a time-out or an error outside of any test is a failure too, though no test says so.
  return fine || counted.failed > 0 ? counted : { ...counted, failed: 1 }
}

/** Each failed test of a runner's words with what stands above it, at most 40 lines; without one, the end of the words. */
function failed(said: string): string {
  const lines = said.split('\n')
  const ends = (line: string) => /^\((pass|fail|skip|todo)\)|^tests\/.*:$/.test(line)
  const told = lines.flatMap((line, at) => {
    if (!line.startsWith('(fail)')) return []
    const before = lines.slice(0, at).findLastIndex(ends)
    return [...lines.slice(Math.max(before + 1, at - 40), at), line]
  })
  return told.length > 0 ? `${told.join('\n')}\n` : lines.slice(-60).join('\n')
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
  process.stdout.write(failures.length > 0 ? `\n── failed\n${failures.join('\n')}\n` : '\n')
  for (const [name, { passed, failed }, seconds] of outcomes)
    process.stdout.write(
      `${name.padEnd(12)}${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed  ${seconds.toFixed(1)} s\n`,
    )
  const passed = outcomes.reduce((sum, [, outcome]) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, [, outcome]) => sum + outcome.failed, 0)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 && passed > 0 ? 0 : 1
}

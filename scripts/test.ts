import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { daySeed, isFull } from '../tests/size'
import { findChromium } from './chromium'
import { startPostgres } from './postgres'
import { installPackages, root } from './setup'
import { affectedTests, changedFiles } from './test/changed'
import { measureCores } from './test/cores'
import { runsOnPostgres } from './test/on-postgres'
import { type Options, readOptions, selectFiles } from './test/options'
import { type Outcome, type Part, runPart } from './test/part'
import { build, interfaceTests, lint, otherTests, types } from './test/parts'
import { needsExecutable, quickSuites, suiteOf } from './test/suites'
import { summarize } from './test/summary'
import { writeTimes } from './test/times'

/**
 * Runs checks and test suites; CONTRIBUTING.md describes the options. The last line is the sum over all parts, `N
 * passed, N failed`; the exit code is 0 only when something ran and nothing failed.
 */

const started = performance.now()
const coresUsed = measureCores()
const reports = join(root, '.cache', 'reports')
const outcomes: Outcome[] = []

const options = readOptionsOrExit()
const files = await chooseFiles()
await installPackages()
const postgres = options.usesPostgres ? await startPostgres() : null
const env = {
  TEST_SIZE: options.isFull || isFull ? 'full' : 'everyday',
  TEST_SEED: String(daySeed),
  ...(postgres ? { TEST_POSTGRES: postgres.address } : {}),
}
const setting = { reports, env, processes: options.processes }
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
process.stdout.write(`${files.length} test files, size ${env.TEST_SIZE}, seed ${env.TEST_SEED}\n`)
await runAll()
await postgres?.stop()
const results = outcomes.flatMap(({ files }) => files)
if (options.writesTimes) await writeTimes(root, results)
const repetition = `TEST_SEED=${env.TEST_SEED} repeats the random tests of this run, size ${env.TEST_SIZE}`
const unrun = files.length - results.length
const seconds = (performance.now() - started) / 1000
process.stdout.write(summarize(outcomes, { seconds, coresUsed: coresUsed(), repetition, unrun }))
process.exit(outcomes.some(({ failed }) => failed > 0) || outcomes.every(({ passed }) => passed === 0) ? 1 : 0)

function readOptionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2), root)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

async function chooseFiles(): Promise<string[]> {
  const { isCheck, changedSince, paths, usesPostgres } = options
  const found = [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync(root)].sort()
  const all = usesPostgres ? found.filter(runsOnPostgres) : found
  try {
    if (paths.length > 0) return selectFiles(all, paths)
    if (changedSince === undefined) return isCheck ? all.filter((file) => quickSuites.includes(suiteOf(file))) : all
    const affected = await affectedTests(root, all, await changedFiles(root, changedSince))
    return isCheck ? affected.filter((file) => !needsExecutable(file)) : affected
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

/** Checks and tests of the interface run while the executable is built; tests that need none begin at once. */
async function runAll() {
  const others = files.filter((file) => suiteOf(file) !== 'ui')
  if (!others.some(needsExecutable)) await Promise.all([runChecks(), runTests(others)])
  else {
    const [, runnable] = await Promise.all([runChecks(), prepare(others)])
    await runTests(runnable)
  }
}

async function runChecks() {
  const checks = options.paths.length > 0 && !options.isCheck ? [] : [types, lint]
  const ofInterface = files.filter((file) => suiteOf(file) === 'ui')
  const tests = ofInterface.length > 0 ? [interfaceTests(ofInterface, setting)] : []
  for (const part of [...checks, ...tests]) await run(part)
}

async function runTests(files: string[]) {
  if (files.length > 0) await run(otherTests(files, setting))
}

async function run(part: Part): Promise<Outcome> {
  const outcome = await runPart(part, root, reports)
  outcomes.push(outcome)
  return outcome
}

/** Builds the executable and finds a browser; returns the files that can run with what there is. */
async function prepare(files: string[]): Promise<string[]> {
  const needsBrowser = files.some((file) => suiteOf(file) === 'browser')
  const [{ failed }, browser] = await Promise.all([run(build), needsBrowser ? provideChromium() : true])
  const usable = failed > 0 ? files.filter((file) => !needsExecutable(file)) : files
  return browser ? usable : usable.filter((file) => suiteOf(file) !== 'browser')
}

/** Sets CHROMIUM_PATH for the tests; without a Chromium, records a failure and returns false. */
async function provideChromium(): Promise<boolean> {
  const begin = performance.now()
  const outcome = { name: 'chromium', seconds: 0, files: [], passed: 0, failed: 0, details: '' }
  try {
    Object.assign(env, { CHROMIUM_PATH: await findChromium() })
  } catch (error) {
    const details = `no browser test has run: ${(error as Error).message}`
    outcomes.push({ ...outcome, seconds: (performance.now() - begin) / 1000, failed: 1, details })
    return false
  }
  return true
}

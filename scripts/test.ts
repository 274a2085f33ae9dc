import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { daySeed, isFull } from '../tests/size'
import { findChromium } from './chromium'
import { directoryForTests, startPostgres } from './postgres'
import { installPackages, root } from './setup'
import { affectedTests, changedFiles } from './test/changed'
import { measureCores } from './test/cores'
import { alsoOnPostgres, runsOnPostgres } from './test/on-postgres'
import { type Options, readOptions, selectFiles } from './test/options'
import { type Outcome, type Part, runPart } from './test/part'
import { build, interfaceTests, lint, otherTests, postgresTests, types } from './test/parts'
import { createRunDirectory } from './test/run-directory'
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
/** Those that run on PostgreSQL as well, after all tests on SQLite. */
const again = alsoOnPostgres(files, options)
await installPackages()
const postgres = options.usesPostgres ? await startPostgres(directoryForTests()) : null
/** Files of the tests: without it they would stay when a process of the tests is killed, and a disk takes longer. */
const temporary = createRunDirectory(directoryForTests(), 'balcao-tests-')
const env = {
  TMPDIR: temporary,
  TEST_SIZE: options.isFull || isFull ? 'full' : 'everyday',
  TEST_SEED: String(daySeed),
  ...(postgres ? { TEST_POSTGRES: postgres.address } : {}),
}
const setting = { reports, env, processes: options.processes }
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const twice = again.length > 0 ? `, ${again.length} also on PostgreSQL` : ''
process.stdout.write(`${files.length} test files${twice}, size ${env.TEST_SIZE}, seed ${env.TEST_SEED}\n`)
await runAll()
await postgres?.stop()
rmSync(temporary, { recursive: true, force: true })
const results = outcomes.flatMap(({ files }) => files)
const usual = outcomes.filter(({ name }) => name !== 'postgres').flatMap(({ files }) => files)
if (options.writesTimes) await writeTimes(root, usual)
const repetition = `TEST_SEED=${env.TEST_SEED} repeats the random tests of this run, size ${env.TEST_SIZE}`
const unrun = files.length + again.length - results.length
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
  if (!others.some(needsExecutable)) {
    await Promise.all([runChecks(), runTests(others)])
    await runAgain(again)
  } else {
    const [, runnable] = await Promise.all([runChecks(), prepare(others)])
    await runTests(runnable)
    await runAgain(again.filter((file) => runnable.includes(file)))
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

/** Runs files on a PostgreSQL server of their own; without a server, records a failure. */
async function runAgain(files: string[]) {
  if (files.length === 0) return
  const server = await provide('postgres', () => startPostgres(directoryForTests()))
  if (!server) return
  await run(postgresTests(files, server.address, setting))
  await server.stop()
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
  const path = await provide('chromium', findChromium)
  if (path !== undefined) Object.assign(env, { CHROMIUM_PATH: path })
  return path !== undefined
}

/** A program that tests need; undefined after a failure, which is recorded under its name. */
async function provide<T>(name: string, find: () => Promise<T>): Promise<T | undefined> {
  const begin = performance.now()
  try {
    return await find()
  } catch (error) {
    const details = `the tests that need it have not run: ${(error as Error).message}`
    const seconds = (performance.now() - begin) / 1000
    outcomes.push({ name, seconds, files: [], passed: 0, failed: 1, details })
    return undefined
  }
}

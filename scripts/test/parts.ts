import { join } from 'node:path'
import { bun } from '../setup'
import type { Part } from './part'
import { processesFor, testLimitMs } from './suites'
import { timesFile } from './times'

/** Commands of the run. */

export const types: Part = { name: 'types', command: [bun, 'check', '--no-script'] }
export const lint: Part = { name: 'lint', command: [bun, 'node_modules/@biomejs/biome/bin/biome', 'check'] }
export const build: Part = { name: 'build', command: [bun, 'build.ts', '--if-changed'] }

/** One hour: tests at their full size kill and cut for many minutes without a line of output. */
const fullSilenceMs = 60 * 60_000

/** Where a part writes its report, and what its tests find in their environment. */
interface TestSetting {
  reports: string
  env: Record<string, string>
  /** Number of processes, instead of the one chosen by cores and memory. */
  processes?: number
}

/**
 * Tests of the interface, each file with modules of its own: a module has the state of one page, and a file must not see
 * that of another.
 */
export const interfaceTests = (files: string[], setting: TestSetting) => testPart('ui', files, [], setting)

/** All other tests; the files of a process share its modules, because loading the server takes 3 s of CPU. */
export const otherTests = (files: string[], setting: TestSetting) => testPart('tests', files, ['--no-isolate'], setting)

/** Files that have run on SQLite, with their installations in PostgreSQL. */
export const postgresTests = (files: string[], address: string, setting: TestSetting) => {
  const env = { ...setting.env, TEST_POSTGRES: address }
  return testPart('postgres', files, ['--no-isolate'], { ...setting, env })
}

function testPart(name: string, files: string[], isolation: string[], setting: TestSetting): Part {
  const { reports, env, processes = processesFor(files) } = setting
  const report = join(reports, `${name}.xml`)
  const reporting = ['--reporter=junit', '--reporter-outfile', report]
  const sharing = [`--parallel=${processes}`, ...isolation, '--timings', timesFile]
  // Servers, browsers and emulators that tests have started end with the run.
  const options = ['--no-orphans', '--timeout', String(testLimitMs), ...sharing, ...reporting]
  return {
    name,
    command: [bun, 'test', ...options, ...files.map((file) => `./${file}`)],
    tests: { report, files },
    env,
    ...(env.TEST_SIZE === 'full' ? { silenceMs: fullSilenceMs } : {}),
  }
}

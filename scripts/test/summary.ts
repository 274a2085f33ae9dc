import type { Outcome } from './part'
import type { FileResult } from './report'
import { suiteOf } from './suites'

interface Row {
  name: string
  passed: number
  failed: number
  /** Of a check: from start to end. Of a suite: the sum of its files, several of which run at once. */
  seconds: number
  files: FileResult[]
}

/** Facts of the whole run. */
interface RunFacts {
  seconds: number
  /** Share of all cores' time that was used, in percent. */
  coresUsed: number
  /** How to repeat a failure. */
  repetition: string
  /** Number of test files that could not run, for want of the executable or a browser. */
  unrun: number
}

/** The text that ends a run: the slowest files of each suite, failures, a table of the parts, and the sum. */
export function summarize(outcomes: Outcome[], { seconds, coresUsed, repetition, unrun }: RunFacts): string {
  const rows = outcomes.flatMap(rowsOf)
  const [passed, failed] = [total(rows, 'passed'), total(rows, 'failed')]
  const failures = outcomes.filter(({ details }) => details !== '')
  return [
    ...rows.filter(({ files }) => files.length > 0).map(slowestFiles),
    ...failures.map(({ name, details }) => `\n── ${name}, failed\n${details}\n`),
    ...(failed > 0 ? [`${repetition}\n`] : []),
    ...rows.map(tableRow),
    ...(unrun > 0 ? [`${unrun} test files have not run`] : []),
    `whole run ${(seconds / 60).toFixed(1)} min, cores ${coresUsed} % used`,
    `${passed} passed, ${failed} failed\n`,
  ].join('\n')
}

/** One row per suite, and one for what runs again on PostgreSQL; failures that belong to no file stay with the part. */
function rowsOf({ name, passed, failed, seconds, files }: Outcome): Row[] {
  const suites = [...Map.groupBy(files, ({ file }) => (name === 'postgres' ? name : suiteOf(file)))].map(
    ([suite, own]) => ({
      name: suite as string,
      passed: total(own, 'passed'),
      failed: total(own, 'failed'),
      seconds: total(own, 'seconds'),
      files: own,
    }),
  )
  const rest = { name, passed: passed - total(suites, 'passed'), failed: failed - total(suites, 'failed'), seconds }
  return suites.length === 0 || rest.failed > 0 ? [...suites, { ...rest, files: [] }] : suites
}

function slowestFiles({ name, files }: Row): string {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
  return [`\nslowest files of ${name}`, ...lines].join('\n')
}

function tableRow({ name, passed, failed, seconds, files }: Row): string {
  const counts = `${name.padEnd(12)}${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`
  return `${counts} ${seconds.toFixed(1).padStart(8)} s${files.length > 0 ? ` in ${files.length} files` : ''}`
}

const total = <K extends string>(rows: Record<K, number>[], key: K) => rows.reduce((sum, row) => sum + row[key], 0)

import { join } from 'node:path'
import { lineAfter, RunnerLog } from './test-log'

/** One command of the whole run: a check that passes or fails, or a suite of `bun test` with a JUnit report. */
export interface Part {
  name: string
  command: string[]
  /** Path of the JUnit report; a part without one counts as one check. */
  report?: string
  env?: Record<string, string>
  /** Time limit in ms; far above the usual quarter of an hour: a slow machine was seen to take five times as long. */
  limitMs?: number
}
export interface Outcome {
  passed: number
  failed: number
  /** Failed tests with the output before each of them; empty when all passed. */
  details: string
}

const usualLimitMs = 85 * 60_000
/** Period of the progress line, in ms. */
const progressMs = 15_000

/** Runs one part and prints its progress; writes its whole output to `folder/<name>.log`. */
export async function runPart(part: Part, root: string, folder: string): Promise<Outcome> {
  const { name, command, report, env, limitMs = usualLimitMs } = part
  const log = new RunnerLog()
  const started = performance.now()
  print(name, started, 'begins')
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  const progress = setInterval(() => print(name, started, log.progress()), progressMs)
  await Promise.all([collectLines(child.stdout, log), collectLines(child.stderr, log)])
  const passed = (await child.exited) === 0
  clearInterval(progress)
  if (child.signalCode === 'SIGKILL') log.add(`(fail) ended after ${limitMs / 1000} s ${await hangingTest(log, root)}`)
  await Bun.write(join(folder, `${name.replace(' ', '-')}.log`), log.text())
  const outcome = await countTests(report, passed)
  print(name, started, `${outcome.passed} passed, ${outcome.failed} failed, ended`)
  return { ...outcome, details: passed ? '' : log.failures(report !== undefined) }
}

function print(name: string, started: number, text: string) {
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(`${name.padEnd(12)}${String(seconds).padStart(5)} s  ${text}\n`)
}

async function collectLines(stream: ReadableStream<Uint8Array>, log: RunnerLog) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() as string
    for (const line of lines) log.add(line)
  }
  if (rest !== '') log.add(rest)
}

/**
 * Name of a test that blocks the event loop and so escapes its own time limit: the one after the last test that ended,
 * by the source.
 */
async function hangingTest(log: RunnerLog, root: string): Promise<string> {
  const { file, lastTest } = log
  if (!file) return 'before any test file'
  const next = lineAfter(await Bun.file(join(root, file)).text(), lastTest)
  const after = lastTest ? `after "${lastTest}"` : 'at its first test'
  return `in ${file}, ${after}${next ? `: ${next}` : ''}`
}

/**
 * Counts of a JUnit report, whose first element sums up all suites; a crash or an error outside of a test is a failure,
 * too.
 */
async function countTests(report: string | undefined, passed: boolean): Promise<Omit<Outcome, 'details'>> {
  if (!report) return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const file = Bun.file(report)
  const sum = (await file.exists()) ? /<testsuites\b[^>]*>/.exec(await file.text())?.[0] : undefined
  if (!sum) return { passed: 0, failed: 1 }
  const count = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(sum)?.[1] ?? 0)
  const failed = count('failures') + count('errors')
  return { passed: count('tests') - failed - count('skipped'), failed: passed ? failed : Math.max(failed, 1) }
}

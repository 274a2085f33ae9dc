import { join } from 'node:path'
import { measureCores } from './cores'
import { lineAfter, RunnerLog } from './log'
import { type FileResult, readReport } from './report'

/** One command of the whole run: a check that passes or fails, or `bun test` with a JUnit report. */
export interface Part {
  name: string
  command: string[]
  /** Path of the JUnit report and the files that it must contain; a part without one counts as one check. */
  tests?: { report: string; files: string[] }
  env?: Record<string, string>
  /** Time without a line of output in ms after which the part is ended: more than any single test may take. */
  silenceMs?: number
}
export interface Outcome {
  name: string
  passed: number
  failed: number
  seconds: number
  /** Empty for a check. */
  files: FileResult[]
  /** Failed tests by file with the output around each; empty when all passed. */
  details: string
}

const usualSilenceMs = 15 * 60_000
/** Time in which an interrupted `bun test` names the files that still run. */
const farewellMs = 10_000
/** Period of the progress line, in ms. */
const progressMs = 15_000

/** Runs one part and prints its progress; writes its whole output to `folder/<name>.log`. */
export async function runPart(part: Part, root: string, folder: string): Promise<Outcome> {
  const { name, command, tests, env, silenceMs = usualSilenceMs } = part
  const log = new RunnerLog()
  const started = performance.now()
  print(name, started, 'begins')
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const silence = watchSilence(child, silenceMs)
  let coresUsed = measureCores()
  const progress = setInterval(() => {
    print(name, started, `${log.progress()}, cores ${coresUsed()} %`)
    coresUsed = measureCores()
  }, progressMs)
  const add = (line: string) => {
    silence.heard()
    log.add(line)
  }
  await Promise.all([collectLines(child.stdout, add), collectLines(child.stderr, add)])
  const succeeded = (await child.exited) === 0
  clearInterval(progress)
  silence.end()
  await Bun.write(join(folder, `${name}.log`), log.text())
  const hanging = silence.ended()
    ? `ended after ${silenceMs / 1000} s without output${await hangingTests(log, root)}`
    : ''
  const outcome = tests ? await countTests(tests, log, succeeded) : checkOutcome(succeeded, log)
  const seconds = (performance.now() - started) / 1000
  print(name, started, `${outcome.passed} passed, ${outcome.failed} failed, ended`)
  return { ...outcome, name, seconds, details: paragraphs([hanging, outcome.details]) }
}

function print(name: string, started: number, text: string) {
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(`${name.padEnd(12)}${String(seconds).padStart(5)} s  ${text}\n`)
}

/** Ends a process that prints nothing for `ms`: first by SIGINT, so that it can say what runs. */
function watchSilence(child: Bun.Subprocess, ms: number) {
  let isEnding = false
  const endProcess = () => {
    isEnding = true
    child.kill('SIGINT')
    timer = setTimeout(() => child.kill('SIGKILL'), farewellMs)
  }
  let timer = setTimeout(endProcess, ms)
  return {
    heard() {
      if (!isEnding) timer.refresh()
    },
    ended: () => isEnding,
    end: () => clearTimeout(timer),
  }
}

async function collectLines(stream: ReadableStream<Uint8Array>, add: (line: string) => void) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() as string
    for (const line of lines) add(line)
  }
  if (rest !== '') add(rest)
}

/**
 * Names the tests that block the event loop of their process and so escape their own time limit: in each file that still
 * ran, the one after the last test that ended, by the source.
 */
async function hangingTests(log: RunnerLog, root: string): Promise<string> {
  const named = log.interruptedFiles().map(async (file) => {
    const last = log.lastTestOf(file)
    const next = lineAfter(await Bun.file(join(root, file)).text(), last)
    return `\nin ${file}, ${last ? `after "${last}"` : 'at its first test'}${next ? `: ${next}` : ''}`
  })
  return (await Promise.all(named)).join('')
}

type Counts = Pick<Outcome, 'passed' | 'failed' | 'files' | 'details'>

const checkOutcome = (succeeded: boolean, log: RunnerLog): Counts =>
  succeeded ? { passed: 1, failed: 0, files: [], details: '' } : { passed: 0, failed: 1, files: [], details: log.end() }

/**
 * Counts of a JUnit report. A file without a result, a process that died and an error outside of a test are failures,
 * too; without a report, the output is counted.
 */
async function countTests(tests: NonNullable<Part['tests']>, log: RunnerLog, succeeded: boolean): Promise<Counts> {
  const report = Bun.file(tests.report)
  if (!(await report.exists())) {
    const details = [log.failures(), `no report; the end of the output:\n${log.end()}`]
    return { passed: log.passed, failed: Math.max(log.failed, 1), files: [], details: paragraphs(details) }
  }
  const reported = readReport(await report.text())
  const silent = tests.files.filter((file) => !reported.some((result) => result.file === file))
  const reasons = ['no test of this file has run']
  const files = [...reported, ...silent.map((file) => ({ file, passed: 0, failed: 1, seconds: 0, reasons }))]
  const sum = (key: 'passed' | 'failed') => files.reduce((total, file) => total + file[key], 0)
  const failed = succeeded ? sum('failed') : Math.max(sum('failed'), 1)
  return { passed: sum('passed'), failed, files, details: failed === 0 ? '' : describeFailures(files, log) }
}

/**
 * The reasons from the report, then the output around them. `bun test` prints an error through another channel than the
 * result of its test, so that in the output it may be beside another one.
 */
function describeFailures(files: FileResult[], log: RunnerLog): string {
  const named = files.flatMap(({ file, reasons }) => reasons.map((reason) => `${file}: ${reason}`))
  const output = log.failures()
  return paragraphs([...named, output && `output of the failed tests:\n${output}`]) || log.end()
}

const paragraphs = (texts: string[]) => texts.filter(Boolean).join('\n\n')

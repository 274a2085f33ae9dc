/** Lines that `bun test` prints after the last file. */
const sums = /^ \d+ (pass|skip|todo|fail|errors?)$|^\d+ tests? failed:$/
const result = /^\((pass|fail|skip|todo)\) (.*?)(?: \[[\d.]+ ?\w+\])?$/
/** A process that died, and an error outside of tests, such as in an import. */
const death = /^✗ (tests\/\S+) \(worker crashed: .*\)$/
const stray = /^# Unhandled error between tests$/
/** Lines shown of one failed test: before its result, and after it, where a time limit is explained. */
const [before, after] = [40, 20]

/**
 * Reads the output of `bun test` line by line. With several processes, the lines of a test are together, and its file's
 * name is repeated where the file changes.
 */
export class RunnerLog {
  /** Test file of the latest line. */
  file: string | undefined
  passed = 0
  failed = 0
  private readonly lines: string[] = []
  private readonly byFile = new Map<string, string[]>()

  add(line: string) {
    this.lines.push(line)
    if (sums.test(line)) this.file = undefined
    this.file = /^(tests\/\S+):$/.exec(line)?.[1] ?? death.exec(line)?.[1] ?? this.file
    if (this.file) this.linesOf(this.file).push(line)
    if (this.file && line.startsWith('(pass) ')) this.passed++
    if (this.file && (line.startsWith('(fail) ') || death.test(line))) this.failed++
  }

  progress(): string {
    return `${this.passed} passed, ${this.failed} failed, in ${this.file ?? 'preparation'}`
  }

  text(): string {
    return `${this.lines.join('\n')}\n`
  }

  /** Last 60 lines. */
  end(): string {
    return this.lines.slice(-60).join('\n')
  }

  /** Failed tests by file, with the output around each. */
  failures(): string {
    const shown = [...this.byFile].map(([file, lines]) => ({
      file,
      text: linesAroundFailures(lines).join('\n').trim(),
    }))
    return shown
      .filter(({ text }) => text !== '')
      .map(({ file, text }) => `${file}:\n${text}`)
      .join('\n\n')
  }

  /** Files that `bun test` named as running when it was interrupted. */
  interruptedFiles(): string[] {
    const start = this.lines.lastIndexOf('Interrupted while still running:')
    const files = start < 0 ? [] : this.lines.slice(start + 1).map((line) => /^ {2}(tests\/\S+) \(/.exec(line)?.[1])
    return files.filter((file): file is string => file !== undefined)
  }

  /** Full name of the test of this file that ended last; undefined before the first. */
  lastTestOf(file: string): string | undefined {
    return this.linesOf(file)
      .map((line) => result.exec(line)?.[2])
      .findLast((name) => name !== undefined)
  }

  private linesOf(file: string): string[] {
    const lines = this.byFile.get(file) ?? []
    this.byFile.set(file, lines)
    return lines
  }
}

function linesAroundFailures(lines: string[]): string[] {
  const ends = (line: string) => result.test(line) || /^tests\/\S+:$/.test(line)
  const shown = new Set<number>()
  lines.forEach((line, at) => {
    if (!line.startsWith('(fail) ') && !death.test(line) && !stray.test(line)) return
    const previous = lines.slice(0, at).findLastIndex(ends)
    const next = lines.findIndex((other, index) => index > at && ends(other))
    const [from, to] = [Math.max(previous + 1, at - before), Math.min(next < 0 ? lines.length : next, at + after)]
    for (let index = from; index < Math.max(to, at + 1); index++) shown.add(index)
  })
  return lines.filter((_, at) => shown.has(at))
}

/**
 * Declaration of the test that follows the one named, in the order of the source; undefined where names are generated.
 */
export function lineAfter(source: string, name: string | undefined): string | undefined {
  const declarations = source.split('\n').filter((line) => /^\s*test(\.\w+)*\(/.test(line))
  if (name === undefined) return declarations[0]?.trim()
  const title = name.split(' > ').at(-1) as string
  const index = declarations.findIndex((line) => line.includes(title))
  return index < 0 ? undefined : declarations[index + 1]?.trim()
}

/** Reads the output of `bun test` line by line: progress, failed tests, and the test that is running. */
export class RunnerLog {
  /** Test file that runs now. */
  file: string | undefined
  /** Full name of the test that ended last in `file`. */
  lastTest: string | undefined
  private passed = 0
  private failed = 0
  private readonly lines: string[] = []

  add(line: string) {
    this.lines.push(line)
    const file = /^(tests\/.*):$/.exec(line)?.[1]
    if (file) {
      this.file = file
      this.lastTest = undefined
    }
    const [, result, name] = /^\((pass|fail)\) (.*?)(?: \[[\d.]+ ?\w+\])?$/.exec(line) ?? []
    if (!result) return
    this.lastTest = name
    if (result === 'pass') this.passed++
    else this.failed++
  }

  progress(): string {
    return `${this.passed} passed, ${this.failed} failed, in ${this.file ?? 'preparation'}`
  }

  text(): string {
    return `${this.lines.join('\n')}\n`
  }

  /**
   * Each failed test with at most 40 lines of output before it; for a check, or without a failed test, the end of the
   * output.
   */
  failures(isSuite: boolean): string {
    const end = this.lines.slice(-60).join('\n')
    if (!isSuite) return end
    const details = this.lines.flatMap((line, index) => (line.startsWith('(fail)') ? this.withOutput(index) : []))
    return details.length > 0 ? details.join('\n') : end
  }

  private withOutput(index: number): string[] {
    const endsOutput = (line: string) => /^\((pass|fail|skip|todo)\)|^tests\/.*:$/.test(line)
    const before = this.lines.slice(0, index).findLastIndex(endsOutput)
    return this.lines.slice(Math.max(before + 1, index - 40), index + 1)
  }
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

export type Environment = Record<string, string | undefined>

/** A command line, already checked against the table in `src/main.ts`. */
interface Invocation {
  env: Environment
  args: string[]
  options: ReadonlySet<string>
  /** Values of options that have one, by the option. */
  values?: ReadonlyMap<string, string>
}

/** Exported as `run` by every file of this folder; returns the exit code. */
export type Run = (call: Invocation) => Promise<number>

/** Prints one line for the person at the terminal; the log is for machines. */
export const printLine = (line: string) => void process.stdout.write(`${line}\n`)

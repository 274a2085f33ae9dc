export type Environment = Record<string, string | undefined>

/** A command as it was typed, already checked against the table in `src/main.ts`. */
export interface Invocation {
  env: Environment
  args: string[]
  options: ReadonlySet<string>
}

/** Every file of this folder exports one as `run`: does the work, answers the exit code. */
export type Run = (call: Invocation) => Promise<number>

/** One readable line for the person at the terminal; the log is for machines. */
export const say = (line: string) => void process.stdout.write(`${line}\n`)

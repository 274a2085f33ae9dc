import { relative, resolve } from 'node:path'

/** Options of the command line. */
export interface Options {
  /** Only types, lint and tests that need no executable. */
  isCheck: boolean
  /** Sizes for a release. */
  isFull: boolean
  /** Writes the times of the files to `scripts/test/times.json`. */
  writesTimes: boolean
  /** Installations of tests are in PostgreSQL instead of SQLite. */
  usesPostgres: boolean
  /** Number of processes for the tests, instead of the one chosen by cores and memory. */
  processes?: number
  /** Only what differs from this commit can affect; empty for the fork from the main branch. */
  changedSince?: string
  /** Test files and folders, from the root of the repository; empty for all. */
  paths: string[]
}

const usage = `usage: bun run test|check [--full] [--postgres] [--times] [--processes=N] [--changed[=BASE] | PATH…]`

const switches: Record<string, 'isFull' | 'writesTimes' | 'usesPostgres'> = {
  '--full': 'isFull',
  '--times': 'writesTimes',
  '--postgres': 'usesPostgres',
}

/**
 * @param args arguments after the script's name
 * @throws Error with the usage for an unknown option, and for paths together with `--changed`
 */
export function readOptions(args: string[], root: string): Options {
  const isCheck = args[0] === 'check'
  const options: Options = { isCheck, isFull: false, writesTimes: false, usesPostgres: false, paths: [] }
  for (const arg of isCheck ? args.slice(1) : args) readArgument(arg, options, root)
  if (options.changedSince !== undefined && options.paths.length > 0)
    throw new Error(`--changed takes its commit as --changed=BASE, and no paths\n${usage}`)
  return options
}

function readArgument(arg: string, options: Options, root: string) {
  const name = switches[arg]
  if (name) options[name] = true
  else if (/^--changed(=|$)/.test(arg)) options.changedSince = arg.slice('--changed='.length)
  else if (/^--processes=[1-9]\d*$/.test(arg)) options.processes = Number(arg.slice('--processes='.length))
  else if (arg.startsWith('-')) throw new Error(`unknown option ${arg}\n${usage}`)
  else options.paths.push(relative(root, resolve(root, arg)))
}

/**
 * Those of `files` that a path names or contains.
 * @throws Error when a path names none
 */
export function selectFiles(files: string[], paths: string[]): string[] {
  if (paths.length === 0) return files
  const isIn = (file: string, path: string) => path === '' || file === path || file.startsWith(`${path}/`)
  for (const path of paths)
    if (!files.some((file) => isIn(file, path))) throw new Error(`no test file is ${path} or below it`)
  return files.filter((file) => paths.some((path) => isIn(file, path)))
}

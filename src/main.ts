import { version } from '../package.json'
import type { Environment, Run } from './commands/command'
import { BadConfig } from './config'
import { UserError } from './core/user-error'

/** Invalid command line: one line, exit 2 (like `BadConfig`). */
class UsageError extends Error {}

interface Entry {
  /** Names of required arguments, such as `FILE`. */
  args: string[]
  /** Name of one more argument, which may be missing. */
  optional?: string
  options: Record<string, string>
  about: string
  /** Loaded on demand, so that `serve` loads no other command. */
  load(): Promise<{ run: Run }>
}

const commands: Record<string, Entry> = {
  serve: {
    args: [],
    options: {},
    about: 'serve the application (the default)',
    load: () => import('./commands/serve'),
  },
  demo: {
    args: [],
    options: {},
    about: 'serve a sample company on a simulated WhatsApp inside this process',
    load: () => import('./commands/demo'),
  },
  backup: {
    args: ['FILE'],
    options: {},
    about: 'write database, media and key into one new file, also while serving',
    load: () => import('./commands/backup'),
  },
  restore: {
    args: ['FILE'],
    options: { '--replace': 'move the present content of the data directory aside' },
    about: 'check a backup and put it into the data directory',
    load: () => import('./commands/restore'),
  },
  doctor: {
    args: [],
    options: { '--serving': 'only ask whether the server on this machine is ready (for health checks)' },
    about: 'check what the server needs, and say how to mend what is missing',
    load: () => import('./commands/doctor'),
  },
  'setup-link': {
    args: [],
    options: {},
    about: 'print a new link for the first access, while no super user exists; also while serving',
    load: () => import('./commands/setup-link'),
  },
  'rotate-key': {
    args: [],
    optional: 'N',
    options: { '--company': 'replace the key of company N instead of the root key' },
    about: 'seal all secrets with a new key, while the server is stopped',
    load: () => import('./commands/rotate-key'),
  },
  'reset-password': {
    args: ['EMAIL'],
    options: {},
    about: 'give a person a new password, also while serving',
    load: () => import('./commands/reset-password'),
  },
}

async function main(argv: string[], env: Environment): Promise<number> {
  const words = argv.filter((word) => !word.startsWith('-'))
  const options = argv.filter((word) => word.startsWith('-'))
  if (options.includes('--help') || options.includes('-h')) return print(help())
  if (options.includes('--version')) return print(`balcao ${version}`)
  if (options.includes('--sbom')) return (await import('./commands/sbom')).run({ env, args: [], options: new Set() })
  const [name = 'serve', ...args] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`unknown command "${name}"; balcao --help lists them`)
  check(name, command, args, options)
  const { run } = await command.load()
  return run({ env, args, options: new Set(options) })
}

function check(name: string, command: Entry, args: string[], options: string[]) {
  const unknown = options.find((option) => !Object.hasOwn(command.options, option))
  if (unknown) throw new UsageError(`unknown option "${unknown}" for ${name}; balcao --help lists them`)
  const missing = command.args[args.length]
  if (missing) throw new UsageError(`${name} needs ${missing}: balcao ${name} ${command.args.join(' ')}`)
  const extra = args[command.args.length + (command.optional ? 1 : 0)]
  if (extra !== undefined) throw new UsageError(`${name} takes no "${extra}"; balcao --help shows how it is used`)
}

function help(): string {
  const lines = Object.entries(commands).flatMap(([name, { args, options, about }]) => [
    `  ${[name, ...args].join(' ').padEnd(22)}  ${about}`,
    ...Object.entries(options).map(([option, what]) => `    ${option.padEnd(20)}  ${what}`),
  ])
  return [
    `Balcão ${version} — customer service over WhatsApp`,
    '',
    'balcao [command]',
    '',
    ...lines,
    `  ${'--version, --help'.padEnd(22)}  this`,
    `  ${'--sbom'.padEnd(22)}  print the packages in this executable, with versions and licences (CycloneDX)`,
    '',
    'Environment variables that begin with BALCAO_ configure it: docs/self-hosting.md lists them.',
  ].join('\n')
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

/** Prints one line for problems that the operator can solve, the whole error for all others. */
function report(error: unknown): number {
  const usage = error instanceof UsageError || error instanceof BadConfig
  const plain = usage || error instanceof UserError || isOfTheSystem(error)
  console.error(plain ? `balcao: ${(error as Error).message}` : error)
  return usage ? 2 : 1
}

/** True for a full disk, missing rights and a missing path: the message says so, a stack adds nothing. */
const isOfTheSystem = (error: unknown) =>
  /^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EISDIR|SQLITE_FULL|SQLITE_READONLY\w*)$/.test(
    String((error as NodeJS.ErrnoException)?.code),
  )

/** Ends quietly when the reader of the output has gone, as `balcao doctor | head -1` does. */
function endWithReader({ code }: NodeJS.ErrnoException) {
  process.exit(code === 'EPIPE' ? 0 : 1)
}

// Libraries that read NODE_ENV at run time would otherwise put their development messages into answers.
Bun.env.NODE_ENV = process.env.NODE_ENV ?? 'production'
process.umask(0o077) // files are readable by their owner only
process.stdout.on('error', endWithReader)
// Exits explicitly, because handles may still be open; the commands have stopped everything before.
process.exit(await main(process.argv.slice(2), process.env).catch(report))

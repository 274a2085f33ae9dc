import { version } from '../package.json'
import { BadConfig } from './bad-config'
import type { Environment, Run } from './commands/command'
import { placeInFile, usualFile, withEnvironmentFile } from './commands/environment-file'
import { failureText } from './commands/failure-text'
import { UsageError } from './commands/usage-error'
import { dataDirOf } from './config'

interface Entry {
  /** Names of required arguments, such as `FILE`. */
  args: string[]
  /** Name of one more argument, which may be missing; `--help` shows it in brackets. */
  optional?: string
  options: Record<string, string>
  /** Options with a value, such as `--to ADDRESS`: name of the value and what it is. */
  values?: Record<string, { value: string; about: string }>
  about: string
  /** True for a command that has nothing to do with the installation of /etc/balcao/balcao.env. */
  isApart?: true
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
    isApart: true,
    load: () => import('./commands/demo'),
  },
  backup: {
    args: [],
    optional: 'FILE',
    options: {},
    about: 'write database, media and key into one new file, or encrypted to BALCAO_BACKUP_URL; also while serving',
    load: () => import('./commands/backup'),
  },
  backups: {
    args: [],
    options: {},
    about: 'list the backups at BALCAO_BACKUP_URL',
    load: () => import('./commands/backups'),
  },
  'backup-key': {
    args: [],
    options: {},
    about: 'print a new pair of keys for encrypted backups; the secret one is kept off this machine',
    isApart: true,
    load: () => import('./commands/backup-key'),
  },
  restore: {
    args: ['FILE|newest|ID'],
    options: {
      '--check': 'only check the backup; nothing is changed, also while serving',
      '--replace': 'move the present content of the data directory aside',
    },
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
    options: {},
    values: { '--company': { value: 'N', about: 'replace the key of company N instead of the root key' } },
    about: 'seal all secrets with a new key, while the server is stopped',
    load: () => import('./commands/rotate-key'),
  },
  'reset-password': {
    args: ['EMAIL'],
    options: {},
    about: 'give a person a new password, also while serving',
    load: () => import('./commands/reset-password'),
  },
  update: {
    args: [],
    optional: 'FILE|ADDRESS',
    options: {
      '--back': 'return to the executable before the last update',
      '--one-way': 'also when the present version could not be brought back',
      '--without-backup': 'for a database on a server, which is backed up by its own means',
    },
    values: {
      '--wait': { value: 'SECONDS', about: 'until the new version must take work (20, more for a large database)' },
      '--service': { value: 'PROGRAM', about: 'called with start, stop or kill where there is no systemd' },
    },
    about: 'replace this executable by a newer, signed one; the old one returns if it takes no work',
    load: () => import('./commands/update'),
  },
  install: {
    args: [],
    options: {},
    values: {
      '--address': {
        value: 'ADDRESS',
        about: 'that people open, such as https://atendimento.example; asked without it',
      },
      '--mail': { value: 'SERVER', about: 'smtps://user:password@host, for e-mail of the product' },
      '--root': { value: 'DIRECTORY', about: 'only make the files, below this root directory of an image' },
    },
    about: 'install this executable as a service: user, directories, variables and units; repeatable',
    isApart: true,
    load: () => import('./commands/install'),
  },
  uninstall: {
    args: [],
    options: {},
    values: { '--root': { value: 'DIRECTORY', about: 'of an image' } },
    about: 'stop the service and remove executable and units; data and variables stay',
    isApart: true,
    load: () => import('./commands/uninstall'),
  },
  'move-out': {
    args: [],
    optional: 'FILE|FOLDER',
    options: { '--take-back': 'serve here again, if the file was moved in nowhere, which you confirm' },
    values: { '--service': { value: 'PROGRAM', about: 'called with start or stop where there is no systemd' } },
    about: 'write the installation, with linked numbers, for another machine; this one is not served any more',
    load: () => import('./commands/move-out'),
  },
  'move-in': {
    args: ['FILE'],
    options: {
      '--replace': 'move the present content of the data directory aside',
      '--again': 'also a file that was moved in before, if nothing is served there',
    },
    about: 'check the file of move-out and put it into the data directory; numbers stay linked',
    load: () => import('./commands/move-in'),
  },
  import: {
    args: ['DUMP|ADDRESS'],
    options: { '--check': 'only count what would be brought, and name what would be left out' },
    values: {
      '--files': { value: 'FOLDER', about: 'public folder of the former system, with the files of messages' },
      '--plan': { value: 'NAME', about: 'plan of the companies; needed when there are several' },
    },
    about:
      'bring companies of another product (pg_dump of the whaticket family, account of Chatwoot); the server is stopped',
    load: () => import('./commands/import'),
  },
  move: {
    args: [],
    options: {},
    values: {
      '--to': { value: 'ADDRESS', about: 'postgres://user:password@host/database, or sqlite:DIRECTORY' },
      '--media': { value: 'ADDRESS', about: 's3://bucket?endpoint=…, or file:///directory, for the files' },
    },
    about: 'move the database to a server or back, and files to a bucket, while the server is stopped',
    load: () => import('./commands/move'),
  },
}

/** Variables of the process and of the environment file, once they are read. */
let environment: Environment = process.env
/** Environment file that the command reads unless BALCAO_ENV_FILE names another. */
let usual: string | null = null

async function main(argv: string[]): Promise<number> {
  const [options, words, values] = splitWords(argv)
  if (options.includes('--help') || options.includes('-h')) return print(help())
  if (options.includes('--version')) return print(`balcao ${version}`)
  if (options.includes('--sbom'))
    return (await import('./commands/sbom')).run({ env: {}, args: [], options: new Set() })
  if (options.includes('--schema'))
    return (await import('./commands/schema')).run({ env: {}, args: [], options: new Set() })
  const [name = 'serve', ...args] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`unknown command "${name}"; balcao --help lists them`)
  check(name, command, args, options, values)
  usual = command.isApart ? null : usualFile
  environment = withEnvironmentFile(process.env, usual)
  const { run } = await command.load()
  return run({ env: environment, args, options: new Set(options), values })
}

/** Options, other words, and the values of options that have one: the word after it. */
function splitWords(argv: string[]): [options: string[], words: string[], values: Map<string, string>] {
  const values = new Map<string, string>()
  const withValue = Object.values(commands).flatMap((command) => Object.keys(command.values ?? {}))
  const isValue = (at: number) => withValue.includes(argv[at - 1] ?? '')
  for (const [at, word] of argv.entries()) if (isValue(at)) values.set(argv[at - 1] as string, word)
  const others = argv.filter((_, at) => !isValue(at))
  return [others.filter((word) => word.startsWith('-')), others.filter((word) => !word.startsWith('-')), values]
}

function check(name: string, command: Entry, args: string[], options: string[], values: Map<string, string>) {
  const known = { ...command.options, ...command.values }
  const unknown = options.find((option) => !Object.hasOwn(known, option))
  if (unknown) throw new UsageError(`unknown option "${unknown}" for ${name}; balcao --help lists them`)
  const missing = command.args[args.length]
  if (missing) throw new UsageError(`${name} needs ${missing}: balcao ${name} ${command.args.join(' ')}`)
  const empty = options.find((option) => command.values?.[option] && !values.get(option))
  if (empty) throw new UsageError(`${empty} needs ${command.values?.[empty]?.value}: ${command.values?.[empty]?.about}`)
  const extra = args[command.args.length + (command.optional ? 1 : 0)]
  if (extra !== undefined) throw new UsageError(`${name} takes no "${extra}"; balcao --help shows how it is used`)
}

function help(): string {
  const lines = Object.entries(commands).flatMap(([name, { args, optional, options, values = {}, about }]) => [
    `  ${[name, ...args, ...(optional ? [`[${optional}]`] : [])].join(' ').padEnd(22)}  ${about}`,
    ...Object.entries(values).map(([option, { value, about }]) => `    ${`${option} ${value}`.padEnd(20)}  ${about}`),
    ...Object.entries(options).map(([option, what]) => `    ${option.padEnd(20)}  ${what}`),
  ])
  return [
    `Balcão ${version} — customer service over WhatsApp`,
    '',
    'balcao [command]',
    '',
    ...lines,
    `  ${'--version, --help'.padEnd(22)}  this`,
    `  ${'--schema'.padEnd(22)}  print the newest migration, and since which one the schema can be served`,
    `  ${'--sbom'.padEnd(22)}  print the packages in this executable, with versions and licences (CycloneDX)`,
    '',
    `Variables that begin with BALCAO_ configure it, in the environment or in ${usualFile}`,
    '(BALCAO_ENV_FILE names another file): docs/self-hosting.md lists them.',
  ].join('\n')
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

/** Prints one sentence, and no stack unless BALCAO_LOG_LEVEL asks for it. Returns the exit code. */
function report(error: unknown): number {
  console.error(`balcao: ${sentenceOf(error)}`)
  if (/^(debug|trace)$/.test(environment.BALCAO_LOG_LEVEL ?? '')) console.error(error)
  return error instanceof UsageError || error instanceof BadConfig ? 2 : 1
}

function sentenceOf(error: unknown): string {
  if (error instanceof BadConfig) return `${error.message}${placeInFile(error.variable, process.env, usual)}`
  return error instanceof UsageError ? error.message : failureText(error, dataDirOf(environment))
}

/** Ends quietly when the reader of the output has gone, as `balcao doctor | head -1` does. */
function endWithReader({ code }: NodeJS.ErrnoException) {
  process.exit(code === 'EPIPE' ? 0 : 1)
}

function endWithReport(error: unknown) {
  process.exit(report(error))
}

// Libraries that read NODE_ENV at run time would otherwise put their development messages into answers.
Bun.env.NODE_ENV = process.env.NODE_ENV ?? 'production'
process.umask(0o077) // files are readable by their owner only
process.stdout.on('error', endWithReader)
// Until `serve` survives stray errors (failures.ts), one ends the command like any other failure.
for (const event of ['unhandledRejection', 'uncaughtException'] as const) process.on(event, endWithReport)
// Exits explicitly, because handles may still be open; the commands have stopped everything before.
process.exit(await main(process.argv.slice(2)).catch(report))

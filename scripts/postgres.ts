import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDebianPackage } from './debian-package'

/** A PostgreSQL server of its own in a temporary directory, reached through a unix socket there. */
export interface PostgresServer {
  /** Address of the database `postgres` for the superuser `balcao`. */
  address: string
  /** Directory of the programs, such as `pg_ctl`. */
  programs: string
  directory: string
  /** Ends the server and deletes its files. */
  stop(): Promise<void>
  /** Ends the server at once, in the middle of transactions, as a kill of all of its processes does. */
  crash(): Promise<void>
  /** Starts the server after `crash`. */
  restart(): Promise<void>
}

/** A streaming replica, which becomes a primary. */
export interface PostgresReplica extends PostgresServer {
  promote(): void
}

/** Oldest version that the product supports. */
const oldestVersion = 15
const debianDirectory = '/usr/lib/postgresql'
const prefix = 'balcao-pg-'

/** Everything in the temporary directory is lost with it, so nothing is flushed. */
const settings = `
listen_addresses = ''
fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 300
shared_buffers = 64MB
`

/**
 * Returns the directory of the programs of an installed PostgreSQL, else of Debian's package, which it installs.
 * @throws Error that says what to install when there is none
 */
export async function findPostgres(): Promise<string> {
  const there = installed()
  if (there) return there
  await installDebianPackage('postgresql')
  const found = installed()
  if (found) return found
  throw new Error(`PostgreSQL ${oldestVersion} or later is missing: as root, run apt-get install postgresql`)
}

function installed(): string | undefined {
  const versions = existsSync(debianDirectory) ? readdirSync(debianDirectory).map(Number) : []
  const newest = versions.filter((version) => version >= oldestVersion).sort((one, other) => other - one)[0]
  if (newest) return join(debianDirectory, `${newest}`, 'bin')
  const inPath = Bun.which('initdb')
  return inPath ? join(inPath, '..') : undefined
}

/** The server refuses to run as root; `nobody` owns nothing else. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
/** Prefix of a command that runs as an ordinary user; `options` of setpriv, which only Linux has. */
const ordinary = (...options: string[]) => (Bun.which('setpriv') ? ['setpriv', ...asNobody, ...options] : [])

/** Directory of a file system in memory, which Linux has. */
const inMemory = '/dev/shm'
/** Bytes that a run of the tests needs at most: hundreds of databases of 15 MB at a time. */
const roomForTests = 8 * 2 ** 30

/**
 * Directory in memory if it has room for the tests, else the temporary one. A copy of a database is 800 new files and
 * takes 180 ms of processor time on a disk, 33 ms in memory (measured on 2026-11-29).
 */
export function directoryForTests(): string {
  if (!existsSync(inMemory) || !existsSync('/proc/meminfo')) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  const available = 1024 * Number(/^MemAvailable: *(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1])
  return Math.min(bavail * bsize, available) >= roomForTests ? inMemory : tmpdir()
}

/**
 * Starts a new server. It ends with this process, in whatever way that ends: the kernel signals the end of its parent.
 * Directories of servers that have ended so are removed by the next start.
 *
 * @param place directory in which the server's own is made
 */
export async function startPostgres(place = tmpdir()): Promise<PostgresServer> {
  const programs = await findPostgres()
  const directory = createDirectory(place)
  const data = join(directory, 'data')
  const locale = ['--locale=C.UTF-8', '-E', 'UTF8']
  run([join(programs, 'initdb'), '-D', data, '-U', 'balcao', '--auth=trust', ...locale, '--no-sync'])
  writeFileSync(join(data, 'postgresql.auto.conf'), `${settings}unix_socket_directories = '${directory}'\n`)
  return serve(programs, directory)
}

/** Starts a replica of a server, which ends with this process as well. */
export async function startReplica({ programs, directory: primary }: PostgresServer): Promise<PostgresReplica> {
  const directory = createDirectory()
  const data = join(directory, 'data')
  const copy = ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  run([join(programs, 'pg_basebackup'), '-h', primary, '-U', 'balcao', ...copy])
  appendFileSync(join(data, 'postgresql.auto.conf'), `unix_socket_directories = '${directory}'\n`)
  const promote = () => run([join(programs, 'pg_ctl'), 'promote', '-D', data])
  return { ...(await serve(programs, directory)), promote }
}

function createDirectory(place = tmpdir()): string {
  removeAbandoned(place)
  const directory = mkdtempSync(join(place, prefix))
  if (isRoot) chownSync(directory, nobody, nobody)
  return directory
}

/** Starts the server of a directory. */
async function serve(programs: string, directory: string): Promise<PostgresServer> {
  const start = async () => {
    const child = startProcess(programs, directory)
    await untilReady(programs, directory)
    return child
  }
  let child = await start()
  const end = (signal: 'SIGINT' | 'SIGQUIT') => {
    child.kill(signal)
    return child.exited
  }
  return {
    address: `postgres://balcao@local/postgres?host=${directory}`,
    programs,
    directory,
    async stop() {
      await end('SIGINT')
      rmSync(directory, { recursive: true, force: true })
    },
    crash: async () => void (await end('SIGQUIT')),
    async restart() {
      child = await start()
    },
  }
}

function startProcess(programs: string, directory: string) {
  const log = Bun.file(join(directory, 'log'))
  const server = [...ordinary('--pdeathsig=INT'), join(programs, 'postgres'), '-D', join(directory, 'data')]
  const child = Bun.spawn(server, { stdin: 'ignore', stdout: log, stderr: log })
  child.unref()
  return child
}

/**
 * Removes the directories of earlier servers. A young one may be starting: initdb runs servers of its own there, whose
 * process ids end before it does.
 */
function removeAbandoned(place: string) {
  for (const name of readdirSync(place).filter((name) => name.startsWith(prefix))) {
    const directory = join(place, name)
    const made = statSync(directory, { throwIfNoEntry: false })?.mtimeMs // undefined: another process has removed it
    if (made === undefined || made > Date.now() - 300_000) continue
    const pidFile = join(directory, 'data', 'postmaster.pid')
    const pid = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n')[0] : undefined
    if (!existsSync(`/proc/${pid}`)) rmSync(directory, { recursive: true, force: true })
  }
}

async function untilReady(programs: string, directory: string) {
  const ready = [join(programs, 'pg_isready'), '-q', '-h', directory]
  for (let n = 0; n < 600; n++) {
    if (Bun.spawnSync(ready).success) return
    await Bun.sleep(50)
  }
  throw new Error(`PostgreSQL did not start: ${await Bun.file(join(directory, 'log')).text()}`)
}

function run(command: string[]) {
  const { success, stderr } = Bun.spawnSync([...ordinary('--no-new-privs'), ...command], { stdout: 'ignore' })
  if (!success) throw new Error(`${command[0]} failed: ${stderr}`)
}

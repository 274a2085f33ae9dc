import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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
  stop(): Promise<void>
}

/** Oldest version that the product supports. */
const oldestVersion = 15
const debianDirectory = '/usr/lib/postgresql'

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
const ordinaryUser = () => (process.getuid?.() === 0 ? ['runuser', '-u', 'nobody', '--'] : [])
const nobody = 65_534

/**
 * Starts a new server. It ends when this process ends, in whatever way: a shell beside it waits for the end of its input,
 * which this process holds open.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = await findPostgres()
  const directory = mkdtempSync(join(tmpdir(), 'balcao-pg-'))
  if (process.getuid?.() === 0) chownSync(directory, nobody, nobody)
  const data = join(directory, 'data')
  run([
    join(programs, 'initdb'),
    '-D',
    data,
    '-U',
    'balcao',
    '--auth=trust',
    '--locale=C.UTF-8',
    '-E',
    'UTF8',
    '--no-sync',
  ])
  writeFileSync(join(data, 'postgresql.auto.conf'), `${settings}unix_socket_directories = '${directory}'\n`)
  const server = `"${join(programs, 'postgres')}" -D "${data}" >"${directory}/log" 2>&1 & read -r _; kill -INT $!; wait $!`
  const child = Bun.spawn([...ordinaryUser(), 'sh', '-c', server], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  child.unref()
  await untilReady(programs, directory)
  return {
    address: `postgres://balcao@local/postgres?host=${directory}`,
    programs,
    directory,
    async stop() {
      child.stdin.end()
      await child.exited
      rmSync(directory, { recursive: true, force: true })
    },
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
  const { success, stderr } = Bun.spawnSync([...ordinaryUser(), ...command], { stdout: 'ignore' })
  if (!success) throw new Error(`${command[0]} failed: ${stderr}`)
}

import type { Database as Sqlite } from 'bun:sqlite'
import { accessSync, constants, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrations } from '../migrations'
import type { Config } from './config'
import { countText } from './core/count-text'
import { listStalled } from './core/jobs/stalled'
import { checkKeys } from './core/keys/check-keys'
import { isRootOf, secretsOf } from './core/keys/root-key'
import {
  databaseFile,
  isReadableByOthers,
  keyFile,
  nextKeyFile,
  readKey,
  readKeyFile,
} from './core/storage/data-directory'
import type { Handle } from './core/storage/db'
import { freeBytes } from './core/storage/free-bytes'
import { lockDirectory } from './core/storage/lock'
import { pendingOf, refusalOf } from './core/storage/migrate'
import { SqliteHandle } from './core/storage/sqlite/handle'
import { migrationsOf, openConcurrently } from './core/storage/sqlite/open-concurrently'
import { openProblem } from './core/storage/sqlite/open-problem'
import { UserError } from './core/user-error'
import { checkFiles, checkInternalHosts, checkMail, checkSpeech, checkWhatsApp } from './doctor-services'
import { verifyChains } from './features/platform/audit/verify'
import { bad, type Finding, ok, warn } from './finding'

export type Check = (config: Config) => Finding | Promise<Finding>

const timeoutMs = 5000
const gigabyte = 1e9

/** Checks in the order in which they are printed. */
export const checks: Record<string, Check> = {
  settings: checkVariables,
  directory: checkDirectory,
  key: checkKeyFile,
  disk: checkDisk,
  database: checkDatabase,
  secrets: checkSecrets,
  audit: (config) => checkAudit(config),
  stalls: (config) => checkStalls(config),
  port: checkPort,
  clock: checkClock,
  whatsapp: checkWhatsApp,
  mail: checkMail,
  internal: checkInternalHosts,
  speech: checkSpeech,
  files: checkFiles,
}

/** Variables that no version reads, such as BALCAO_DATADIR for BALCAO_DATA_DIR. */
function checkVariables({ unknownVariables, environmentFile }: Config): Finding {
  if (unknownVariables.length > 0)
    return warn(`${unknownVariables.join(', ')} has no effect`, 'compare its name with docs/self-hosting.md')
  if (environmentFile === null) return ok('every variable that begins with BALCAO_ is known')
  if ((statSync(environmentFile).mode & 0o006) !== 0)
    return warn(`${environmentFile} can be read by every user of this machine`, `chmod 640 ${environmentFile}`)
  return ok(`every variable is known; read from ${environmentFile}`)
}

function checkDirectory({ dataDir }: Config): Finding {
  if (!existsSync(dataDir)) {
    const parent = nearest(dataDir)
    if (mayWrite(parent)) return ok(`${dataDir} will be made by the first start`)
    return bad(`${dataDir} cannot be made in ${parent}`, 'make it and give it to the user that runs balcao')
  }
  if (!statSync(dataDir).isDirectory())
    return bad(`${dataDir} is not a directory`, 'set BALCAO_DATA_DIR to a directory')
  if (!mayWrite(dataDir))
    return bad(`${dataDir} cannot be written`, `give it to the user that runs balcao: chown -R USER ${dataDir}`)
  if (isReadableByOthers(dataDir))
    return warn(`${dataDir} can be entered by other users of this machine`, `chmod 700 ${dataDir}`)
  const foreign = foreignFiles(dataDir)
  if (foreign.length > 0)
    return bad(
      `${foreign.join(', ')} in ${dataDir} does not belong to the owner of the directory`,
      `the service cannot open it: chown -R --reference=${dataDir} ${dataDir}`,
    )
  return ok(`${dataDir} can be written`)
}

const ownNames = /^(balcao\.db|secret\.key|lock|media|copies|stalled\.json)/

/** Balcão's entries of the directory that another user owns, such as root after a command of an earlier version. */
function foreignFiles(dataDir: string): string[] {
  const { uid } = statSync(dataDir)
  const ownerOf = (name: string) => lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.uid ?? uid
  return readdirSync(dataDir).filter((name) => ownNames.test(name) && ownerOf(name) !== uid)
}

/** True for an existing data directory that this user may not enter: its files look as if they did not exist. */
const isClosed = (dataDir: string) => existsSync(dataDir) && !isAllowed(dataDir, constants.R_OK | constants.X_OK)
const seeDirectory = ok('not checked: see directory')

/** Closest existing directory above a path. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

const mayWrite = (path: string) => isAllowed(path, constants.R_OK | constants.W_OK | constants.X_OK)

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

function checkKeyFile({ dataDir, secret }: Config): Finding {
  if (secret !== null) return ok('taken from BALCAO_SECRET')
  if (isClosed(dataDir)) return seeDirectory
  const file = keyFile(dataDir)
  if (!existsSync(file))
    return existsSync(databaseFile(dataDir))
      ? bad(
          `${file} is missing`,
          'put it back from a backup; if the service has BALCAO_SECRET, put that into the environment file',
        )
      : ok('will be made by the first start')
  if (isReadableByOthers(file)) return bad(`${file} can be read by others`, `chmod 600 ${file}`)
  const { problem } = readKeyOf(dataDir)
  if (problem !== null) return bad(problem, `run doctor as the user of the service, or chown USER ${file}`)
  return ok(`${file} can be read by this user alone`)
}

/** The key in the directory, or why this user cannot read it. */
function readKeyOf(dataDir: string): { root: string | null; problem: string | null } {
  try {
    return { root: readKey(dataDir), problem: null }
  } catch (error) {
    return { root: null, problem: (error as Error).message }
  }
}

function checkDisk({ dataDir }: Config): Finding {
  const free = freeBytes(nearest(dataDir))
  const text = `${(free / gigabyte).toFixed(1)} GB free`
  const remedy = 'free some space, or move the data directory to a larger disk; when it is full nothing new is stored'
  if (free < gigabyte / 2) return bad(text, remedy)
  return free < 2 * gigabyte ? warn(text, remedy) : ok(text)
}

function checkDatabase({ dataDir }: Config): Finding {
  if (isClosed(dataDir)) return seeDirectory
  const file = databaseFile(dataDir)
  if (!existsSync(file)) return ok('none yet; the first start makes it')
  try {
    const sqlite = openConcurrently(dataDir)
    try {
      const found = (sqlite.query('pragma integrity_check(1)').get() as { integrity_check: string }).integrity_check
      if (found !== 'ok') throw Object.assign(new Error(found), { code: 'SQLITE_CORRUPT' })
      return judgeSchema(migrationsOf(sqlite))
    } finally {
      sqlite.close()
    }
  } catch (error) {
    const { text, remedy } = openProblem(file, error)
    return bad(text, remedy)
  }
}

/** Finding of a check of the database when there is none to see. */
function reasonWithoutDatabase(dataDir: string): Finding | null {
  if (isClosed(dataDir)) return seeDirectory
  return existsSync(databaseFile(dataDir)) ? null : ok('none yet')
}

const seeDatabase = ok('not checked: see database')
const isOfDatabase = (error: unknown) => String((error as { code?: unknown }).code).startsWith('SQLITE')

function openIfPossible(dataDir: string): Sqlite | null {
  try {
    return openConcurrently(dataDir)
  } catch (error) {
    if (isOfDatabase(error)) return null
    throw error
  }
}

async function checkSecrets({ dataDir, secret }: Config): Promise<Finding> {
  const missing = reasonWithoutDatabase(dataDir)
  if (missing) return missing
  const root = secret ?? readKeyOf(dataDir).root
  if (root === null) return ok('not checked without the key')
  const sqlite = openIfPossible(dataDir)
  if (!sqlite) return seeDatabase
  try {
    return await openSecrets(new SqliteHandle(sqlite, true), root, dataDir)
  } catch (error) {
    if (isOfDatabase(error)) return seeDatabase
    return bad(`cannot be opened: ${error instanceof Error ? error.message : error}`, 'restore a backup')
  } finally {
    sqlite.close()
  }
}

const companiesText = (count: number) => countText(count, 'company', 'companies')

/** Opens the key of every company and every secret. */
async function openSecrets(handle: SqliteHandle, root: string, dataDir: string): Promise<Finding> {
  const [newest] = Object.keys(migrations).slice(-1)
  if (migrationsOf(handle.statements.sqlite).at(-1) !== newest)
    return ok('checked after the next start, which changes the database')
  if (!(await isRootOf(handle, root))) return judgeKey(handle, dataDir)
  const { companies, values, unreadable } = await checkKeys(handle, await secretsOf(handle, root))
  if (unreadable.length === 0) return ok(`${countText(values, 'secret')} of ${companiesText(companies)} can be opened`)
  return bad(`some cannot be opened: ${unreadable.join(', ')}`, 'enter them again, or restore a backup')
}

/** Looks into a database of this version, as it is at one moment; says why not if there is none. */
async function inDatabase({ dataDir }: Config, look: (handle: Handle) => Promise<Finding>): Promise<Finding> {
  const missing = reasonWithoutDatabase(dataDir)
  if (missing) return missing
  const sqlite = openIfPossible(dataDir)
  if (!sqlite) return seeDatabase
  try {
    const [newest] = Object.keys(migrations).slice(-1)
    if (migrationsOf(sqlite).at(-1) !== newest) return ok('checked after the next start, which changes the database')
    sqlite.run('begin')
    return await look(new SqliteHandle(sqlite, true))
  } catch (error) {
    if (isOfDatabase(error)) return seeDatabase
    throw error
  } finally {
    sqlite.close()
  }
}

/** Computes the chains of the audit logs again. */
const checkAudit = (config: Config) =>
  inDatabase(config, async (handle) => {
    const { companies, lines, broken } = await verifyChains(handle)
    if (broken.length === 0)
      return ok(`${countText(lines, 'line')} of ${companiesText(companies)} unchanged since written`)
    const places = broken.map(({ companyId, lineId, problem }) => `company ${companyId}, line ${lineId} (${problem})`)
    return bad(`somebody changed it: ${places.slice(0, 5).join('; ')}`, 'compare it with a backup')
  })

/** Looks for jobs that were parked because the process stood still during them. */
const checkStalls = (config: Config) =>
  inDatabase(config, async (handle) => {
    const jobs = await listStalled(handle, new Date(0).toISOString())
    if (jobs.length === 0) return ok('no job stopped the server in the last 30 days')
    const places = jobs.map(({ name, companyId, failedAt }) => `${name} of company ${companyId} (${failedAt})`)
    const text = `the server stood still and was ended during ${countText(jobs.length, 'job')}`
    return warn(`${text}: ${places.slice(0, 5).join('; ')}`, 'they are not repeated; send the log to the maintainers')
  })

/** For a key that does not fit: a rotation that the next start ends, or the wrong key. */
async function judgeKey(handle: SqliteHandle, dataDir: string): Promise<Finding> {
  const next = readKeyFile(nextKeyFile(dataDir))
  if (next !== null && (await isRootOf(handle, next)))
    return warn('a rotation of the key was interrupted', 'start the server')
  return bad('the key is not the one of this database', 'put the right secret.key (or BALCAO_SECRET) back')
}

function judgeSchema(applied: string[]): Finding {
  const refusal = refusalOf(applied, migrations)
  if (refusal) return bad(refusal.problem, refusal.remedy)
  const { length } = pendingOf(applied, migrations)
  return ok(length > 0 ? `sound; ${countText(length, 'migration')} will run at the next start` : 'sound and up to date')
}

async function checkPort(config: Config): Promise<Finding> {
  if (isServing(config.dataDir)) return reachServing(config)
  const { host, port } = config
  try {
    await Bun.serve({ hostname: host, port, reusePort: false, fetch: () => new Response() }).stop(true)
    return ok(`${host} port ${port} is free`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') return bad(`port ${port} needs more rights`, 'set BALCAO_PORT to one above 1023')
    return bad(`${host} port ${port} cannot be used (${code})`, 'stop what uses it, or set BALCAO_PORT and BALCAO_HOST')
  }
}

/** True while a server holds the data directory. */
function isServing(directory: string): boolean {
  if (!existsSync(databaseFile(directory))) return false
  try {
    lockDirectory(directory)()
    return false
  } catch (error) {
    return error instanceof UserError
  }
}

/** Requests `/readyz` of the server on this machine. */
export async function reachServing({ host, port }: Config): Promise<Finding> {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const address = `http://${local.includes(':') ? `[${local}]` : local}:${port}/readyz`
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    const state = await answer.text()
    if (answer.ok) return ok(`the server on port ${port} takes work`)
    return judgeState(port, state)
  } catch {
    return bad(`no server answers on port ${port}`, 'start it with balcao serve, and look at its log')
  }
}

/** Finding for an answer of `/readyz`, with what to do about it. */
function judgeState(port: number, state: string): Finding {
  const text = `the server on port ${port} says "${state}"`
  if (state === 'full') return bad(text, 'free some space on its disk; it goes on by itself')
  if (state === 'checking') return warn(text, 'it checks the database after its start; wait, then ask again')
  if (state === 'draining') return bad(text, 'it is stopping; start it again')
  if (state === 'damaged') return bad(text, 'stop it, then balcao restore FILE --replace with the newest backup')
  return bad(`port ${port} is answered by another program`, 'set BALCAO_PORT to the port of the server')
}

/** Compares the clock with WhatsApp's, if it is reachable; a wrong clock would put messages in the wrong order. */
async function checkClock({ whatsapp }: Config): Promise<Finding> {
  const remedy = 'switch on time synchronisation: timedatectl set-ntp true'
  const now = new Date()
  if (now.getUTCFullYear() < 2026) return bad(`it says ${now.toISOString()}`, remedy)
  if (whatsapp) return ok(now.toISOString())
  try {
    const answer = await fetch('https://web.whatsapp.com/', { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) })
    const off = Math.round((Date.now() - Date.parse(answer.headers.get('date') ?? '')) / 1000)
    if (Math.abs(off) > 60) return bad(`it is ${Math.abs(off)} s ${off > 0 ? 'fast' : 'slow'}`, remedy)
  } catch {
    return ok(`${now.toISOString()} (not compared: WhatsApp cannot be asked)`)
  }
  return ok(now.toISOString())
}

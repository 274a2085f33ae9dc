import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { migrations } from '../migrations'
import type { Config } from './config'
import { isInternalHost, splitHost } from './core/net/internal-hosts'
import { databaseFile, keyFile } from './core/storage/data-directory'
import { lockDirectory } from './core/storage/lock'
import { migrationsOf, openConcurrently } from './core/storage/open-concurrently'
import { UserError } from './core/user-error'

/** Finding of a check with its remedy. */
export interface Finding {
  level: 'ok' | 'warn' | 'bad'
  text: string
  remedy?: string
}
type Check = (config: Config) => Finding | Promise<Finding>

const ok = (text: string): Finding => ({ level: 'ok', text })
const warn = (text: string, remedy: string): Finding => ({ level: 'warn', text, remedy })
const bad = (text: string, remedy: string): Finding => ({ level: 'bad', text, remedy })

const timeoutMs = 5000
const gigabyte = 1e9
const whatsappUrl = 'wss://web.whatsapp.com/ws/chat'

/** Checks in the order in which they are printed. */
export const checks: Record<string, Check> = {
  directory: checkDirectory,
  key: checkKeyFile,
  disk: checkDisk,
  database: checkDatabase,
  port: checkPort,
  clock: checkClock,
  whatsapp: checkWhatsApp,
  mail: checkMail,
  internal: checkInternalHosts,
}

function checkDirectory({ dataDir }: Config): Finding {
  if (!existsSync(dataDir)) {
    const parent = nearest(dataDir)
    if (mayWrite(parent)) return ok(`${dataDir} will be made by the first start`)
    return bad(`${dataDir} cannot be made in ${parent}`, 'make it and give it to the user that runs balcao')
  }
  if (!statSync(dataDir).isDirectory())
    return bad(`${dataDir} is not a directory`, 'set BALCAO_DATA_DIR to a directory')
  if (mayWrite(dataDir)) return ok(`${dataDir} can be written`)
  return bad(`${dataDir} cannot be written`, `give it to the user that runs balcao: chown -R USER ${dataDir}`)
}

/** Closest existing directory above a path. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function checkKeyFile({ dataDir, secret }: Config): Finding {
  if (secret !== null) return ok('taken from BALCAO_SECRET')
  const file = keyFile(dataDir)
  if (!existsSync(file))
    return existsSync(databaseFile(dataDir))
      ? bad(
          `${file} is missing`,
          'put it back from a backup, or set BALCAO_SECRET; without it nothing sealed can be opened',
        )
      : ok('will be made by the first start')
  if ((statSync(file).mode & 0o077) !== 0) return bad(`${file} can be read by others`, `chmod 600 ${file}`)
  return ok(`${file} is there, and nobody else can read it`)
}

function checkDisk({ dataDir }: Config): Finding {
  const { bavail, bsize } = statfsSync(nearest(dataDir))
  const free = bavail * bsize
  const text = `${(free / gigabyte).toFixed(1)} GB free`
  const remedy = 'free some space, or move the data directory to a larger disk; when it is full nothing new is stored'
  if (free < gigabyte / 2) return bad(text, remedy)
  return free < 2 * gigabyte ? warn(text, remedy) : ok(text)
}

function checkDatabase({ dataDir }: Config): Finding {
  const file = databaseFile(dataDir)
  if (!existsSync(file)) return ok('none yet; the first start makes it')
  const damaged = (problem: string) =>
    bad(`${file} is damaged: ${problem}`, 'stop the server, then balcao restore FILE --replace with the newest backup')
  try {
    const sqlite = openConcurrently(dataDir)
    try {
      const found = (sqlite.query('pragma integrity_check(1)').get() as { integrity_check: string }).integrity_check
      if (found !== 'ok') return damaged(found)
      return judgeSchema(migrationsOf(sqlite))
    } finally {
      sqlite.close()
    }
  } catch (error) {
    return damaged(error instanceof Error ? error.message : String(error))
  }
}

function judgeSchema(applied: string[]): Finding {
  const known = Object.keys(migrations)
  const newer = applied.filter((name) => !known.includes(name))
  if (newer.length > 0) return bad(`it belongs to a newer version (${newer.join(', ')})`, 'use the newer executable')
  const missing = known.length - applied.length
  return ok(missing > 0 ? `sound; ${missing} migrations will run at the next start` : 'sound and up to date')
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
    return bad(`the server on port ${port} says "${state}"`, 'read its log; if it is damaged, restore a backup')
  } catch {
    return bad(`no server answers on port ${port}`, 'start it with balcao serve, and look at its log')
  }
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

async function checkWhatsApp({ whatsapp }: Config): Promise<Finding> {
  const url = new URL(whatsapp?.url ?? whatsappUrl)
  const secure = url.protocol === 'wss:'
  const port = Number(url.port) || (secure ? 443 : 80)
  const problem = await reach(url.hostname, port, secure && !whatsapp)
  if (!problem) return ok(`${url.host} can be reached`)
  return bad(
    `${url.host} cannot be reached (${problem})`,
    'let this machine open connections to it: DNS, firewall, proxy',
  )
}

async function checkMail({ smtpUrl }: Config): Promise<Finding> {
  if (!smtpUrl) return ok('not set up; what needs e-mail says so (BALCAO_SMTP_URL)')
  const url = new URL(smtpUrl)
  const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587)
  const problem = await reach(url.hostname, port, false)
  if (!problem) return ok(`${url.hostname} port ${port} can be reached`)
  return bad(`${url.hostname} port ${port} cannot be reached (${problem})`, 'check BALCAO_SMTP_URL and the firewall')
}

/** Hosts in the private network that companies may request. */
async function checkInternalHosts({ internalHosts, port }: Config): Promise<Finding> {
  if (internalHosts.length === 0) return ok('none; companies reach public addresses only (BALCAO_INTERNAL_HOSTS)')
  const own = ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`))
  if (own.some((url) => isInternalHost(internalHosts, url)))
    return warn('companies may request Balcão itself', 'name the port of the other service, such as localhost:5678')
  for (const entry of internalHosts) {
    const { host, port } = splitHost(entry)
    const problem = port === null ? null : await reach(host, Number(port), false)
    if (problem) return warn(`${entry} cannot be reached (${problem})`, 'start it, or correct BALCAO_INTERNAL_HOSTS')
  }
  return ok(`companies may request ${internalHosts.join(', ')}`)
}

/** Opens a connection and closes it; returns the error, or null. */
function reach(host: string, port: number, secure: boolean): Promise<string | null> {
  return new Promise((resolve) => {
    const bare = host.replace(/^\[|\]$/g, '')
    const socket = secure ? connectTls({ host: bare, port, servername: bare }) : connect({ host: bare, port })
    const end = (problem: string | null) => {
      socket.destroy()
      resolve(problem)
    }
    socket.setTimeout(timeoutMs, () => end('no answer'))
    socket.once(secure ? 'secureConnect' : 'connect', () => end(null))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
}

import { existsSync } from 'node:fs'
import { askWithoutProxy, type Config } from '../config'
import { databaseFile } from '../core/storage/data-directory'
import { lockDirectory, lockFile } from '../core/storage/lock'
import { UserError } from '../core/user-error'
import { bad, type Finding, ok, warn } from './finding'

const timeoutMs = 5000

/** The port: free, or used by a server that takes work. */
export async function checkPort(config: Config): Promise<Finding> {
  if (isServing(config)) return reachServing(config)
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
export function isServing({ dataDir: directory, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): boolean {
  const made = databaseUrl === null ? databaseFile(directory) : lockFile(directory)
  if (!existsSync(made)) return false
  try {
    lockDirectory(directory)()
    return false
  } catch (error) {
    return error instanceof UserError
  }
}

/** Requests `/readyz` of the server on this machine. */
export async function reachServing(config: Config): Promise<Finding> {
  const { port } = config
  try {
    const answer = await fetchReady(config, timeoutMs)
    const state = await answer.text()
    if (answer.ok) return ok(`the server on port ${port} takes work`)
    return judgeState(port, state)
  } catch {
    return bad(`no server answers on port ${port}`, 'start it with balcao serve, and look at its log')
  }
}

/** Requests `/readyz` of the server on this machine, past the proxy of `http_proxy`. @throws without an answer in time */
export function fetchReady({ host, port }: Pick<Config, 'host' | 'port'>, ms: number): Promise<Response> {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  askWithoutProxy(local)
  const address = `http://${local.includes(':') ? `[${local}]` : local}:${port}`
  return fetch(`${address}/readyz`, { signal: AbortSignal.timeout(ms) })
}

/** Finding for an answer of `/readyz`, with what to do about it. */
function judgeState(port: number, state: string): Finding {
  const text = `the server on port ${port} says "${state}"`
  if (state === 'full') return bad(text, 'free some space on its disk; it goes on by itself')
  if (state === 'disconnected')
    return bad(text, 'it does not reach its database; look whether the server of BALCAO_DATABASE_URL answers')
  if (state === 'checking') return warn(text, 'it checks the database after its start; wait, then ask again')
  if (state === 'draining') return bad(text, 'it is stopping; start it again')
  if (state === 'damaged') return bad(text, 'stop it, then balcao restore FILE --replace with the newest backup')
  return bad(`port ${port} is answered by another program`, 'set BALCAO_PORT to the port of the server')
}

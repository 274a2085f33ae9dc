import { existsSync, statSync } from 'node:fs'
import type { Config } from '../../config'
import { databaseFile } from '../../core/storage/data-directory'
import { fetchReady, isServing } from '../../doctor/server'
import type { Service } from './service'

const pollMs = 200
/** Time for which a new server must stay ready. */
const settleMs = 3000
/** Time until a server is ready, beside that for its database; a start takes a second or two. */
const startMs = 20_000
/** A step waits five minutes at most for a table of a database server that is in use (docs/adr/0147). */
const serverStepsMs = 330_000
/** Bytes of a database file that are copied, migrated or checked per second on a slow disk. */
const bytesPerSecond = 20_000_000

/** Time in ms until a server with this database must be ready. */
export function usualWaitMs({ dataDir, databaseUrl }: Config, hasSteps: boolean): number {
  if (databaseUrl !== null) return hasSteps ? serverStepsMs : startMs
  const file = databaseFile(dataDir)
  return startMs + (existsSync(file) ? (statSync(file).size / bytesPerSecond) * 1000 : 0)
}

/**
 * Starts the service and waits until `/readyz` answers `ready` for three seconds. Returns null, or why it does not.
 * @param waitMs time until the first such answer
 */
export async function startUntilReady(service: Service, config: Config, waitMs: number): Promise<string | null> {
  let failure: string | null = null
  service.start().catch((error: Error) => {
    failure = error.message
  })
  const end = performance.now() + waitMs
  for (;;) {
    const answer = await askReady(config)
    if (failure !== null) return failure
    if (answer === 'ready') return untilSettled(config)
    if (performance.now() > end) return `${said(answer)} for ${Math.round(waitMs / 1000)} s`
    await Bun.sleep(pollMs)
  }
}

/** Null for a server that stays ready; one missed answer, as on a busy machine, does not count. */
async function untilSettled(config: Config): Promise<string | null> {
  const end = performance.now() + settleMs
  for (let missed = 0; ; ) {
    await Bun.sleep(pollMs)
    const answer = await askReady(config)
    missed = answer === 'ready' ? 0 : missed + 1
    if (missed === 2) return `it was ready, then ${said(answer)}`
    if (missed === 0 && performance.now() > end) return null
  }
}

const said = (answer: string | null) => (answer === null ? 'it gave no answer' : `it said "${answer.slice(0, 40)}"`)

/** Text of `/readyz`; null without an answer. */
export async function askReady(config: Config): Promise<string | null> {
  try {
    return await (await fetchReady(config, 2000)).text()
  } catch {
    return null
  }
}

/** Waits until no server holds the data directory; false after 30 s. */
export async function untilStopped(config: Config): Promise<boolean> {
  const end = performance.now() + 30_000
  while (isServing(config)) {
    if (performance.now() > end) return false
    await Bun.sleep(pollMs)
  }
  return true
}

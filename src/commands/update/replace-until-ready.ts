import type { Config } from '../../config'
import { UserError } from '../../core/user-error'
import { isServing } from '../../doctor/server'
import { printLine } from '../command'
import { failureText } from '../failure-text'
import { startUntilReady, untilStopped, usualWaitMs } from './await-ready'
import { type ExecutablePlace, keepPresent, putBack, replaceExecutable } from './executable-place'
import type { Service } from './service'

interface Replacement {
  config: Config
  place: ExecutablePlace
  /** Null on a machine without a service manager: a person restarts the server. */
  service: Service | null
  /** Time in ms until the new server must be ready; null for the usual one. */
  waitMs: number | null
  /** True when the present version can serve the schema of the new one. */
  canReturn: boolean
  /** True when the new version changes the schema. */
  hasSteps: boolean
  /** Present version, and the new one at `place.fresh`. */
  from: string
  to: string
}

/** Least time in ms until the present version must be ready again. */
const returnMs = 180_000

/**
 * Stops the server, replaces the executable and starts it. Returns exit code 0 when the new version takes work, or when
 * no server ran. @throws UserError when it does not; the present version is back then, if it can be
 */
export async function replaceUntilReady(given: Replacement): Promise<number> {
  const { config, place, service, from, to } = given
  keepPresent(place)
  if (!service || !isServing(config)) {
    replaceExecutable(place)
    printLine(`${place.path} is ${to}; ${from} is kept as ${place.old}.`)
    printLine(`Start balcao again. If ${to} does not take work, balcao update --back returns to ${from}.`)
    return 0
  }
  assertServed(place, service)
  await stopAndReplace({ ...given, service })
  const waitMs = given.waitMs ?? usualWaitMs(config, given.hasSteps)
  const problem = await startUntilReady(service, config, waitMs)
  if (problem !== null) throw new UserError(await comeBack({ ...given, service, waitMs }, problem))
  printLine(`${to} takes work; ${from} is kept as ${place.old}.`)
  return 0
}

/** @throws UserError for a service that runs another executable, whose update would change nothing */
function assertServed({ path }: ExecutablePlace, service: Service) {
  const served = service.executable()
  if (served !== null && served !== path)
    throw new UserError(`the service runs ${served}, not ${path}; update that one, or correct ExecStart of the service`)
}

/** @throws UserError when the executable could not be replaced; the present one is started again then */
async function stopAndReplace({ config, place, service, from }: Replacement & { service: Service }) {
  stayUntilDone()
  try {
    await service.stop()
    if (!(await untilStopped(config))) throw new UserError('the server did not stop within 30 s')
    replaceExecutable(place)
  } catch (error) {
    const again = await startUntilReady(service, config, returnMs)
    const state = again === null ? 'takes work' : `does not take work (${again})`
    throw new UserError(`${failureText(error, config.dataDir)}; nothing was replaced, and ${from} ${state}`)
  }
}

/** Puts the present version back and starts it. Returns the sentence for the person. */
async function comeBack(
  { config, place, service, waitMs, canReturn, from, to }: Replacement & { service: Service; waitMs: number },
  problem: string,
): Promise<string> {
  const failed = `${to} did not take work (${problem})`
  if (!canReturn) return `${failed}, and ${from} cannot serve its schema; look at the log of the server`
  await service.kill()
  if (!(await untilStopped(config))) return `${failed} and did not stop; end it, then balcao update --back`
  putBack(place)
  const again = await startUntilReady(service, config, Math.max(waitMs, returnMs))
  if (again !== null) return `${failed}; ${from} is back and does not take work either (${again})`
  return `${failed}; ${from} is back and takes work`
}

/** A closed terminal or Ctrl-C must not leave the server stopped. */
function stayUntilDone() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}

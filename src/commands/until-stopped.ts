import type { Running } from '../boot'
import { log } from '../core/log'
import { surviveStrayErrors } from '../failures'

/** Service managers commonly wait ten seconds before they kill. */
const patienceMs = 9000

/**
 * Resolves with the exit code after draining: 0 after SIGTERM or SIGINT, 1 after a failure that made writing unsafe. A
 * second signal, or ten seconds, ends the process at once; acknowledged writes are on disk in every case.
 */
export function untilStopped({ stop, services }: Running): Promise<number> {
  return new Promise((resolve) => {
    let stopping = false
    const end = async (code: number, why: string) => {
      if (stopping) process.exit(code)
      stopping = true
      log.info({ why }, 'stopping')
      await Promise.race([stop(), Bun.sleep(patienceMs)]).catch((err) => log.error({ err }, 'stopping failed'))
      resolve(code)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0, signal))
    services.ports.store.onFailure = surviveStrayErrors((why) => {
      log.fatal({ why }, 'it is not safe to go on')
      void end(1, why)
    })
  })
}

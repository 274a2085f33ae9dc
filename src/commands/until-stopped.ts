import type { Running } from '../boot'
import { log } from '../core/log'
import type { Store } from '../core/storage/db'
import { surviveStrayErrors } from '../failures'

/** Service managers commonly wait ten seconds before they kill. */
const patienceMs = 9000

/**
 * Resolves with the exit code after draining: 0 after SIGTERM or SIGINT, 1 after a failure that made writing unsafe. A
 * second signal, or ten seconds, ends the process at once; acknowledged writes are on disk in every case. After a failed
 * flush of the database the process kills itself.
 */
export function untilStopped({ stop, services }: Running): Promise<number> {
  return new Promise((resolve) => {
    const { store } = services.ports
    let stopping = false
    const end = async (code: number, why: string) => {
      if (stopping) exit(store, code)
      stopping = true
      log.info({ why }, 'stopping')
      await Promise.race([stop(), Bun.sleep(patienceMs)]).catch((err) => log.error({ err }, 'stopping failed'))
      if (store.flushFailed) exit(store, code)
      resolve(code)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0, signal))
    const judge = surviveStrayErrors((why) => {
      log.fatal({ why }, 'the process ends, because it cannot go on safely')
      void end(1, why)
    })
    store.addFailureListener(judge)
  })
}

/**
 * Ends the process. Bun closes every database at an exit, and closing the last handle copies the write-ahead log, which
 * after a failed flush may copy pages that the kernel dropped (docs/adr/0033); a kill closes nothing.
 */
function exit({ flushFailed }: Store, code: number) {
  if (flushFailed) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}

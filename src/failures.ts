import { log } from './core/log'

/** SQLite error codes after which further writes could do damage (docs/adr/0011). A full disk is not among them. */
const unsafe = /^SQLITE_(CORRUPT|NOTADB|IOERR|READONLY|CANTOPEN|PERM)/

export const isUnsafe = (error: unknown) => unsafe.test(String((error as { code?: unknown } | null)?.code))

const windowMs = 60_000
/** Uncaught errors within the window after which the process gives up. */
const tooMany = 100

/**
 * Logs uncaught errors and goes on: all durable state is in transactions, and one broken listener must not stop all
 * companies. Calls `giveUp` once, for a storage failure that makes writing unsafe, or for too many uncaught errors.
 */
export function surviveStrayErrors(giveUp: (why: string) => void): (error: unknown) => void {
  let givenUp = false
  let recent: number[] = []
  const end = (why: string) => {
    if (!givenUp) giveUp(why)
    givenUp = true
  }
  const judge = (error: unknown) => {
    if (isUnsafe(error)) end('storage failed')
  }
  const stray = (kind: string) => (error: unknown) => {
    log.error({ err: error, kind }, 'an unhandled error')
    judge(error)
    recent = [...recent.filter((at) => at > Date.now() - windowMs), Date.now()]
    if (recent.length > tooMany) end('too many stray errors')
  }
  // main.ts ends a command at its first stray error.
  for (const event of ['unhandledRejection', 'uncaughtException']) process.removeAllListeners(event)
  process.on('unhandledRejection', stray('rejection'))
  process.on('uncaughtException', stray('exception'))
  return judge
}

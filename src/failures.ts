import { log } from './core/log'

/** SQLite's codes after which writing on could make things worse (docs/adr/0011). A full disk is not among them. */
const unsafe = /^SQLITE_(CORRUPT|NOTADB|IOERR|READONLY|CANTOPEN|PERM)/

export const isUnsafe = (error: unknown) => unsafe.test(String((error as { code?: unknown } | null)?.code))

const windowMs = 60_000
/** Stray errors within the window after which the process is no longer believed to be well. */
const tooMany = 100

/**
 * Errors nobody caught are logged and survived: everything that matters is in a transaction, and one broken listener
 * must not take everybody's conversations away. `giveUp` is called, once, for a failure of storage that makes writing
 * unsafe, and when stray errors come in a flood.
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
    log.error({ err: error, kind }, 'an error nobody caught')
    judge(error)
    recent = [...recent.filter((at) => at > Date.now() - windowMs), Date.now()]
    if (recent.length > tooMany) end('too many stray errors')
  }
  process.on('unhandledRejection', stray('rejection'))
  process.on('uncaughtException', stray('exception'))
  return judge
}

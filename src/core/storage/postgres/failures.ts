/** Error of the server, as Bun's SQL client throws it: `errno` has the SQLSTATE. */
interface ServerError extends Error {
  errno?: string
  code?: string
  /** Function of the server that found the error. */
  routine?: string
  table?: string
  constraint?: string
  detail?: string
}

const stateOf = (error: unknown): string => String((error as ServerError | null)?.errno ?? '')

/**
 * True when the line to the server is gone, or the server ends it: classes 08 and 57P of the SQLSTATEs, 25P03 for a
 * transaction in which nothing happened, Bun's codes. Also true for `cached plan must not change result type`: a
 * node of a newer version has added a column to a table whose rows this line reads by `select *` (docs/adr/0147).
 */
export const isLostLine = (error: unknown): boolean =>
  isPlanOutdated(error) ||
  /^(08|57P0[1-4]|25P03)/.test(stateOf(error)) ||
  /^(ERR_POSTGRES_(CONNECTION|IDLE_TIMEOUT|LIFETIME_TIMEOUT)|ECONN|EPIPE|ENOENT)/.test(
    String((error as ServerError | null)?.code),
  )

/** By the server's function, because the text has the server's language and 0A000 also stands for missing extensions. */
const isPlanOutdated = (error: unknown): boolean =>
  stateOf(error) === '0A000' && (error as ServerError).routine === 'RevalidateCachedQuery'

/** True for a transaction that the server ended in favour of another one; it may succeed when it runs again. */
export const isWorthRepeating = (error: unknown): boolean => /^(40001|40P01)$/.test(stateOf(error))

/** True for a violated constraint: class 23 of the SQLSTATEs, and values that a column's type refuses. */
export const isConstraintViolation = (error: unknown): boolean => /^(23|22)/.test(stateOf(error))

/** True for a statement that waited longer for a lock than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => stateOf(error) === '55P03'

/** True for a full disk of the server. */
export const isServerFull = (error: unknown): boolean => stateOf(error) === '53100'

/**
 * True for a row whose value of this column exists already: `Key ("credentialId")=(…) already exists.` Under row level
 * security the server does not tell the key, only the constraint: `passkeys_credentialId_key`.
 */
export function isUniqueViolationOf(error: unknown, table: string, column: string): boolean {
  const { table: violated, detail = '', constraint = '' } = error as ServerError
  if (stateOf(error) !== '23505' || violated !== table) return false
  return (
    constraint === `${table}_${column}_key` ||
    detail.startsWith(`Key (${column})=`) ||
    detail.startsWith(`Key ("${column}")=`)
  )
}

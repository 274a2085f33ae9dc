import { databaseFile } from '../core/storage/data-directory'
import { openProblem } from '../core/storage/sqlite/open-problem'
import { UserError } from '../core/user-error'
import { oneLine } from '../shared/text'

const hasCode = (error: unknown, pattern: RegExp) => pattern.test(String((error as { code?: unknown } | null)?.code))

/**
 * Returns one sentence for a person at a terminal: what failed, and what to do. Never a stack; causes are looked
 * through, because a refused write names SQLite's error as its cause.
 */
export function failureText(error: unknown, dataDir: string): string {
  if (error instanceof UserError) return messageOf(error)
  for (const each of chainOf(error)) {
    const text = databaseText(each, databaseFile(dataDir)) ?? systemText(each, dataDir)
    if (text !== null) return text
  }
  const name = error instanceof Error ? error.name : typeof error
  return `it failed for a reason that Balcão does not know (${name}: ${messageOf(error)}); BALCAO_LOG_LEVEL=debug shows where, for a report`
}

/** Sentence for an error of SQLite; null for others. */
function databaseText(error: unknown, file: string): string | null {
  if (hasCode(error, /^SQLITE_ERROR/) && /no such (table|column)/.test(messageOf(error)))
    return `${file} has not the tables of this version (${messageOf(error)}); start balcao serve once, which makes them`
  if (!hasCode(error, /^SQLITE/)) return null
  const { text, remedy } = openProblem(file, error)
  return oneLine(`${text}; ${remedy}`, maxSentence)
}

/** Sentence for an error of the operating system; null for others. */
function systemText(error: unknown, dataDir: string): string | null {
  if (hasCode(error, /^E(NOSPC|DQUOT)$/)) return `the disk is full (${messageOf(error)}); free some space and try again`
  if (hasCode(error, /^E(ACCES|PERM|ROFS)$/))
    return `this user may not do that (${messageOf(error)}); run balcao as the user that owns ${dataDir}`
  return hasCode(error, /^E[A-Z]+$/) ? messageOf(error) : null
}

/** An error and its causes. */
function chainOf(error: unknown, depth = 5): unknown[] {
  const cause = (error as { cause?: unknown } | null)?.cause
  return cause === undefined || depth === 0 ? [error] : [...chainOf(cause, depth - 1), error]
}

/** Longest sentence in characters: errors of libraries may hold whole statements. */
const maxSentence = 1000

const messageOf = (error: unknown) => oneLine(error instanceof Error ? error.message : String(error), maxSentence)

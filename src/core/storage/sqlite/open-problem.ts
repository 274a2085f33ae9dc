import { dirname } from 'node:path'
import { freeBytes } from '../free-bytes'

/** Why the database cannot be used, and what the operator does about it. */
interface OpenProblem {
  text: string
  remedy: string
}

/** Bytes below which SQLite cannot make its files beside the database. */
const smallestRoom = 1_000_000

/** True for the codes with which SQLite says that the content of a file is wrong. */
export const isDamage = (code: unknown) => /^SQLITE_(CORRUPT|NOTADB|FORMAT)/.test(`${code}`)

/**
 * Tells a damaged database from one that this user may not open, a full disk and a failing one. Only damage calls for a
 * restore: on the others it would replace today's data. Codes: https://sqlite.org/rescode.html
 */
export function openProblem(file: string, error: unknown, roomIn = freeBytes): OpenProblem {
  const { code, message = String(error) } = error as { code?: unknown; message?: string }
  const cause = `${code ?? message}`
  if (/^(SQLITE_(CANTOPEN|PERM|AUTH|READONLY)|EACCES|EPERM|EROFS)/.test(cause))
    return {
      text: `${file} cannot be opened by this user (${cause})`,
      remedy: `run balcao as the user that owns ${dirname(file)}, or give it to this one with chown -R`,
    }
  if (
    /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(cause) ||
    (/^SQLITE_IOERR/.test(cause) && roomIn(dirname(file)) < smallestRoom)
  )
    return { text: `the disk of ${file} is full (${cause})`, remedy: 'free some space; the data is as it was' }
  if (/^SQLITE_(BUSY|LOCKED)/.test(cause))
    return { text: `${file} is in use by another program`, remedy: 'try again, or stop that program' }
  if (isDamage(cause))
    return {
      text: `${file} is damaged (${message})`,
      remedy: 'stop the server, then balcao restore FILE --replace with the newest backup',
    }
  return {
    text: `${file} cannot be read (${cause}: ${message})`,
    remedy: 'look for errors of the disk in the log of the system (dmesg), then try again',
  }
}

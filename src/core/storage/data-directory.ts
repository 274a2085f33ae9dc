import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../user-error'
import { makeDurableDirectoryBlocking } from './durable-directory'
import { writeDurableFileBlocking } from './durable-file'

/** Paths in the data directory. */
export const databaseFile = (directory: string) => join(directory, 'balcao.db')
export const keyFile = (directory: string) => join(directory, 'secret.key')
/** Root key of a rotation that has not ended. */
export const nextKeyFile = (directory: string) => join(directory, 'secret.key.next')
export const mediaDirectory = (directory: string) => join(directory, 'media')
/** Copies of the database made before a migration. */
export const copiesDirectory = (directory: string) => join(directory, 'copies')
/** Work files of scheduled backups, and copies kept while their storage cannot be used. */
export const backupsDirectory = (directory: string) => join(directory, 'backups')

/** Id of the last process of this directory that shared its database with others. */
const nodeFile = (directory: string) => join(directory, 'node')

const keyBytes = 32

/** Creates the directory if it is missing. @throws UserError when it is not writable */
export function prepareDirectory(directory: string) {
  try {
    makeDurableDirectoryBlocking(directory)
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UserError(
      `the data directory ${directory} cannot be written (${code}); give it to the user that runs balcao, or set BALCAO_DATA_DIR`,
    )
  }
}

/** True for a path that users other than its owner may read, write or enter. */
export const isReadableByOthers = (path: string) => (statSync(path).mode & 0o077) !== 0

/**
 * Returns the root key: `configured` (BALCAO_SECRET), else the one in the directory, which the first run creates.
 * @throws UserError for a database without its key: a new key could not decrypt its secrets
 */
export function rootKey(directory: string, configured: string | null): string {
  const key = configured ?? readKey(directory)
  if (key !== null) return key
  if (existsSync(databaseFile(directory)))
    throw new UserError(`${keyFile(directory)} is missing; put it back from a backup, or set BALCAO_SECRET`)
  return createKey(directory)
}

/**
 * Root keys that a process with this directory may use: `configured` (BALCAO_SECRET), else the one in the directory and
 * that of a rotation that has not ended. None before the first start. Creates nothing.
 */
export function presentRootKeys(directory: string, configured: string | null): string[] {
  if (configured !== null) return [configured]
  return [readKey(directory), readKeyFile(nextKeyFile(directory))].filter((key) => key !== null)
}

/** Returns the key stored in the directory, or null. @throws UserError when it is not readable */
export const readKey = (directory: string) => readKeyFile(keyFile(directory))

/** Returns the text of a key file, or null without one. @throws UserError when it is not readable */
export function readKeyFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new UserError(`${file} cannot be read (${code}); it must belong to the user that runs balcao`)
  }
}

export const newRootKey = () => randomBytes(keyBytes).toString('base64url')

/**
 * Creates the key; it is durable before its first use. The directory's lock prevents a second process from creating
 * one.
 */
function createKey(directory: string): string {
  const key = newRootKey()
  writeDurableFileBlocking(keyFile(directory), `${key}\n`)
  return key
}

/** Stores the id of this process among those that share a database; returns that of the last process of the directory. */
export function replaceNodeId(directory: string, node: string): string | null {
  const file = nodeFile(directory)
  const former = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  writeFileSync(file, `${node}\n`)
  return former
}

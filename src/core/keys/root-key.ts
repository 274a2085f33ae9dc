import type { Database as Sqlite } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { Secrets } from '../secrets'
import { keyFile, nextKeyFile, readKeyFile } from '../storage/data-directory'
import { renameDurablyBlocking } from '../storage/durable-file'
import { UserError } from '../user-error'

/** Rows of `installation`: which root key the database belongs to, and the sealed key of stored hashes. */
export const checkRow = 'keyCheck'
export const hashKeyRow = 'hashKey'

export function installationValue(sqlite: Sqlite, key: string): string | null {
  const row = sqlite.query('select value from installation where key = ?').get(key) as { value: string } | null
  return row?.value ?? null
}

/** True when the database belongs to this root key, or to none yet. */
export function isRootOf(sqlite: Sqlite, root: string): boolean {
  const check = installationValue(sqlite, checkRow)
  return check === null || check === new Secrets(root).rootCheck()
}

/**
 * Keys derived from the root key, with the stored key of hashes. @throws UserError for the root key of another database
 */
export function secretsOf(sqlite: Sqlite, root: string): Secrets {
  const secrets = new Secrets(root)
  if (!isRootOf(sqlite, root))
    throw new UserError('the key is not the one this database was made with; balcao doctor says more')
  const sealed = installationValue(sqlite, hashKeyRow)
  if (sealed !== null) secrets.replaceHashingKey(secrets.open(Buffer.from(sealed, 'base64url'), hashKeyRow))
  return secrets
}

/**
 * Ends a rotation that was interrupted: the database decides which of the two keys is in use. Call before the first use
 * of the key, with the lock of the directory.
 */
export function finishRotation(sqlite: Sqlite, directory: string) {
  const next = readKeyFile(nextKeyFile(directory))
  if (next === null) return
  if (installationValue(sqlite, checkRow) === new Secrets(next).rootCheck())
    renameDurablyBlocking(nextKeyFile(directory), keyFile(directory))
  else rmSync(nextKeyFile(directory))
}

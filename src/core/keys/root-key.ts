import { rmSync } from 'node:fs'
import { Secrets } from '../secrets'
import { keyFile, nextKeyFile, readKeyFile } from '../storage/data-directory'
import type { Handle } from '../storage/db'
import { renameDurablyBlocking } from '../storage/durable-file'
import { UserError } from '../user-error'

/** Rows of `installation`: which root key the database belongs to, and the sealed key of stored hashes. */
export const checkRow = 'keyCheck'
export const hashKeyRow = 'hashKey'

export async function installationValue({ kysely }: Handle, key: string): Promise<string | null> {
  const row = await kysely.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

/** True when the database belongs to this root key, or to none yet. */
export async function isRootOf(handle: Handle, root: string): Promise<boolean> {
  const check = await installationValue(handle, checkRow)
  return check === null || check === new Secrets(root).rootCheck()
}

/**
 * Keys derived from the root key, with the stored key of hashes. @throws UserError for the root key of another database
 */
export async function secretsOf(handle: Handle, root: string): Promise<Secrets> {
  const secrets = new Secrets(root)
  if (!(await isRootOf(handle, root)))
    throw new UserError('the key is not the one this database was made with; balcao doctor says more')
  const sealed = await installationValue(handle, hashKeyRow)
  if (sealed !== null) secrets.replaceHashingKey(secrets.open(Buffer.from(sealed, 'base64url'), hashKeyRow))
  return secrets
}

/**
 * Ends a rotation that was interrupted: the database decides which of the two keys is in use. Call before the first use
 * of the key, with the lock of the directory.
 */
export async function finishRotation(handle: Handle, directory: string) {
  const next = readKeyFile(nextKeyFile(directory))
  if (next === null) return
  if ((await installationValue(handle, checkRow)) === new Secrets(next).rootCheck())
    renameDurablyBlocking(nextKeyFile(directory), keyFile(directory))
  else rmSync(nextKeyFile(directory))
}

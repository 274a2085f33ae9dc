import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../../migrations'
import { keyName, type Manifest } from '../../core/backup/backup'
import { Secrets } from '../../core/secrets'
import { databaseFile, readKey } from '../../core/storage/data-directory'
import { compareSchema } from '../../core/storage/migrate'
import { openStore, type SqliteStore } from '../../core/storage/sqlite/store'
import { UserError } from '../../core/user-error'
import { applyMigrations, checkKey } from '../../database'

interface Staged {
  manifest: Manifest
  /** BALCAO_SECRET, or null. */
  secret: string | null
  /** True to check the pages of the file, which takes about a minute for 10 GB. */
  checksPages: boolean
}

/**
 * Checks that an unpacked database opens, is intact, is not newer than this version and belongs to the key; migrates it,
 * and then calls `change`. @throws UserError for a damaged one
 */
export async function examineStaged<R>(
  staging: string,
  { manifest, secret, checksPages }: Staged,
  change: (store: SqliteStore) => Promise<R>,
): Promise<R> {
  try {
    const store = openStore(databaseFile(staging))
    try {
      if (checksPages) assertIntact(store)
      compareSchema(store, migrations)
      await checkKey(store, new Secrets(keyOf(staging, manifest, secret)))
      await applyMigrations(store) // `change` names columns of the newest schema
      return await change(store)
    } finally {
      await store.close()
    }
  } catch (error) {
    throw describeDamage(error)
  }
}

function assertIntact(store: SqliteStore) {
  const { sqlite } = store.raw.statements
  const [found] = sqlite.query('pragma integrity_check(1)').all() as { integrity_check: string }[]
  if (found?.integrity_check !== 'ok')
    throw new UserError(`the backup's database is damaged: ${found?.integrity_check}`)
}

/** A problem for the operator from what SQLite says of a database that it cannot read; other errors stay as they are. */
function describeDamage(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (!/^SQLITE_(CORRUPT|NOTADB|FORMAT|ERROR)/.test(String(code))) return error
  return new UserError(`the backup's database is damaged: ${message}`)
}

function keyOf(staging: string, manifest: Manifest, secret: string | null): string {
  // BALCAO_SECRET replaces the key of the backup; `checkKey` refuses a different one.
  if (secret !== null && manifest.key) rmSync(join(staging, keyName))
  const key = secret ?? readKey(staging)
  if (key === null) throw new UserError('this backup was made with BALCAO_SECRET; set it to the value of that time')
  return key
}

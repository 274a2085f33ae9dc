import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../src/core/storage/data-directory'

/**
 * Database at the last of the former migrations, made by the version that had them: companies at work with rows in
 * every table, indexed messages and contacts, jobs, sealed secrets, and ids whose rows were deleted.
 */
export const formerDatabase = Bun.zstdDecompressSync(
  await Bun.file(join(import.meta.dir, 'versions/0077.db.zst')).bytes(),
)

/** Names of its migrations. */
export const formerCount = 77
export const lastFormer = '0077-parked-keys'

/** An admin of it. */
export const formerAdmin = { email: 'ana@acme.test', password: 'uma senha que ninguem tem' }

/** Writes the database and its key into a data directory. */
export function writeFormerInstallation(directory: string) {
  writeFileSync(databaseFile(directory), formerDatabase)
  writeFileSync(join(directory, 'secret.key'), 'root key of a test installation\n', { mode: 0o600 })
}

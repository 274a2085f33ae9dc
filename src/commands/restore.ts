import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { migrations } from '../../migrations'
import { readConfig } from '../config'
import { keyName, type Manifest } from '../core/backup/backup'
import { acceptRestore, finishRestore, unpackBackup } from '../core/backup/restore'
import { Secrets } from '../core/secrets'
import { databaseFile, prepareDirectory, readKey } from '../core/storage/data-directory'
import type { Store } from '../core/storage/db'
import { lockDirectory } from '../core/storage/lock'
import { compareSchema } from '../core/storage/migrate'
import { giveToOwner } from '../core/storage/owner'
import { skipIds } from '../core/storage/sqlite/last-ids'
import { openStore } from '../core/storage/sqlite/store'
import { UserError } from '../core/user-error'
import { applyMigrations, checkKey } from '../database'
import { printLine, type Run } from './command'

/**
 * `balcao restore FILE`: unpacks, checks every byte, the database and the key, then puts them in place. WhatsApp numbers
 * must be linked again, because old ratchet keys no longer match the other side (docs/adr/0010); all logins end.
 */
export const run: Run = async ({ env, args: [file = ''], options }) => {
  const { dataDir, secret, databaseUrl } = readConfig(env)
  if (databaseUrl !== null) throw new UserError(ofServer)
  prepareDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  finishRestore(dataDir)
  if (existsSync(databaseFile(dataDir)) && !options.has('--replace'))
    throw new UserError(`${dataDir} holds an installation already; restore into another directory, or add --replace`)
  const { manifest, staging } = await unpackBackup(resolve(file), dataDir)
  const unlinked = await examine(staging, manifest, secret).catch((error) => {
    rmSync(staging, { recursive: true, force: true })
    throw describeDamage(error)
  })
  giveToOwner(dataDir)
  acceptRestore(staging)
  const aside = finishRestore(dataDir)
  giveToOwner(dataDir)
  unlock()
  printLine(
    `${dataDir} is as it was on ${manifest.createdAt} (${manifest.files.length} files, all as they were put in).`,
  )
  if (aside) printLine(`What was there before is in ${aside}; delete it when you no longer need it.`)
  if (unlinked > 0) printLine(`${unlinked} WhatsApp numbers must be linked again: Connections, then the QR code.`)
  for (const path of manifest.damaged) printLine(`not in the backup, because it was missing then: media/${path}`)
  return 0
}

const ofServer =
  'the database is on a server: restore it by pg_restore, or unset BALCAO_DATABASE_URL to restore a backup into a data directory; docs/several-machines.md has the commands'

/**
 * Checks that the database opens, is intact, is not newer than this version and belongs to the key; then migrates it.
 * Returns how many numbers were unlinked.
 */
async function examine(staging: string, manifest: Manifest, secret: string | null): Promise<number> {
  const store = openStore(databaseFile(staging))
  try {
    const { sqlite } = store.raw.statements
    const [found] = sqlite.query('pragma integrity_check(1)').all() as { integrity_check: string }[]
    if (found?.integrity_check !== 'ok')
      throw new UserError(`the backup's database is damaged: ${found?.integrity_check}`)
    compareSchema(store, migrations)
    await checkKey(store, new Secrets(keyOf(staging, manifest, secret)))
    await applyMigrations(store) // `forgetPast` names columns of the newest schema
    return await forgetPast(store)
  } finally {
    await store.close()
  }
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

/**
 * Ids skipped per table at a restore: more than a table gives between a backup and its restore. Browsers and scripts may
 * hold ids of that time; the restored installation gives none of them to another row.
 */
const idsOfLostTime = 1_000_000

/** Unlinks every number, ends every login and skips the ids that may have been given since the backup. */
function forgetPast(store: Store): Promise<number> {
  return store.write(async (tx) => {
    const { kysely } = tx
    await skipIds(tx, idsOfLostTime)
    const linked = await kysely.selectFrom('wa_creds').select('whatsappId').execute()
    await kysely.deleteFrom('wa_keys').execute()
    await kysely.deleteFrom('wa_creds').execute()
    await kysely
      .updateTable('connections')
      .set({ status: 'DISCONNECTED', reason: 'loggedOut', shouldConnect: 0, qrcode: '', pairingCode: '', retries: 0 })
      .where('reason', 'is not', 'notStarted')
      .execute()
    const revokedAt = new Date().toISOString()
    await kysely
      .updateTable('tokens')
      .set({ revokedAt, revokedFor: 'restore' })
      .where('revokedAt', 'is', null)
      .execute()
    return linked.length
  })
}

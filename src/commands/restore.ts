import { existsSync } from 'node:fs'
import { readOpeningKey } from '../backup-plan'
import { readConfig } from '../config'
import { openBackup } from '../core/backup/open-backup'
import { acceptRestore, discardStaging, finishRestore, unpackBackup } from '../core/backup/restore'
import { databaseFile, prepareDirectory } from '../core/storage/data-directory'
import type { Store } from '../core/storage/db'
import { lockDirectory } from '../core/storage/lock'
import { giveToOwner } from '../core/storage/owner'
import { skipIds } from '../core/storage/sqlite/last-ids'
import { UserError } from '../core/user-error'
import { askSecret } from './ask-secret'
import { printLine, type Run } from './command'
import { checkBackup } from './restore/check-backup'
import { examineStaged } from './restore/examine-staged'

/**
 * `balcao restore FILE|newest|ID`: decrypts, unpacks, checks every byte, the database and the key, then puts them in place. WhatsApp numbers
 * must be linked again, because old ratchet keys no longer match the other side (docs/adr/0010); all logins end.
 */
export const run: Run = async ({ env, args: [file = ''], options }) => {
  const { dataDir, secret, databaseUrl, backups } = readConfig(env)
  const keys = readOpeningKey((name) => env[`BALCAO_${name}`]?.trim() || null)
  const open = () => openBackup(file, backups?.target ?? null, { ...keys, ask: askSecret })
  if (options.has('--check')) return checkBackup(await open(), secret)
  if (databaseUrl !== null) throw new UserError(ofServer)
  prepareDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  finishRestore(dataDir)
  if (existsSync(databaseFile(dataDir)) && !options.has('--replace'))
    throw new UserError(`${dataDir} holds an installation already; restore into another directory, or add --replace`)
  const { manifest, staging } = await unpackBackup(await open(), dataDir)
  const staged = { manifest, secret, checksPages: true }
  const unlinked = await examineStaged(staging, staged, forgetPast).catch((error) => {
    discardStaging(staging)
    throw error
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

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readOpeningKey } from '../backup-plan'
import { type Config, readConfig } from '../config'
import type { Manifest } from '../core/backup/backup'
import { followFile } from '../core/backup/moving/follow-file'
import type { MoveFacts } from '../core/backup/moving/move-facts'
import { type Opening, openBackup, openBytes } from '../core/backup/open-backup'
import { acceptRestore, discardStaging, finishRestore, unpackBackup } from '../core/backup/restore'
import { databaseFile, prepareDirectory } from '../core/storage/data-directory'
import type { Store } from '../core/storage/db'
import { lockDirectory } from '../core/storage/lock'
import { giveToOwner } from '../core/storage/owner'
import { UserError } from '../core/user-error'
import { askSecret } from './ask-secret'
import { printLine, type Run } from './command'
import { arrivalOf, storeArrival } from './move-in/arrival'
import { assertFirstUse, partOf, writeUsedNote } from './move-in/used-note'
import { examineStaged } from './restore/examine-staged'

/**
 * `balcao move-in FILE`: checks every byte of what `balcao move-out` has written, then puts it into the data directory.
 * Numbers stay linked and logins valid (docs/adr/0185).
 */
export const run: Run = async ({ env, args: [given = ''], options }) => {
  const config = readConfig(env)
  const { dataDir } = config
  if (config.databaseUrl !== null) throw new UserError('unset BALCAO_DATABASE_URL: a move has a database file')
  const file = resolve(given)
  if (file.endsWith(partOf('')))
    throw new UserError(`${file} is not finished; run balcao move-out again where it was made`)
  prepareDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  const former = await formerArrival(dataDir, options.has('--replace'))
  if (!options.has('--again')) assertFirstUse(file, dataDir)
  const keys = readOpeningKey((name) => env[`BALCAO_${name}`]?.trim() || null)
  const backup = await openMove(file, { ...keys, ask: askSecret })
  const { manifest, staging } = await unpackBackup(backup, dataDir)
  const numbers = await examine(staging, manifest, config, options.has('--again') ? null : former).catch((error) => {
    discardStaging(staging)
    throw error
  })
  const aside = accept(file, dataDir, staging)
  unlock()
  printLine(`${dataDir} is the installation of ${manifest.createdAt}, whole (${manifest.files.length} files).`)
  if (aside) printLine(`What was there before is in ${aside}; delete it when you no longer need it.`)
  printLine(`${numbers} WhatsApp numbers stay linked and connect at the start. Start balcao now.`)
  return 0
}

/** Id of the move by which the present installation arrived; null without one. @throws UserError unless it may be replaced */
async function formerArrival(dataDir: string, mayReplace: boolean): Promise<string | null> {
  finishRestore(dataDir)
  if (!existsSync(databaseFile(dataDir))) return null
  if (!mayReplace)
    throw new UserError(`${dataDir} holds an installation already; move into another directory, or add --replace`)
  return arrivalOf(dataDir)
}

/** Puts the examined move in the place of the installation, and notes its use. Returns where the former one is, or null. */
function accept(file: string, dataDir: string, staging: string) {
  writeUsedNote(file, dataDir, false)
  giveToOwner(dataDir)
  acceptRestore(staging)
  const aside = finishRestore(dataDir)
  giveToOwner(dataDir)
  writeUsedNote(file, dataDir, true)
  return aside
}

/** Opens the file, or follows it while `move-out` writes it in a folder that both machines see. */
function openMove(file: string, opening: Opening) {
  if (existsSync(file) || !existsSync(partOf(file))) return openBackup(file, null, opening)
  printLine(`Follows ${file} while move-out writes it; ends when it is whole.`)
  return openBytes(file, followFile(file, partOf(file)), opening)
}

/** Checks the unpacked move, and stores that it arrived. Returns how many numbers will connect. */
async function examine(staging: string, manifest: Manifest, { secret }: Config, former: string | null) {
  const { move } = manifest
  if (!move) throw new UserError('the file is a backup, not a move: balcao restore FILE puts it back')
  if (move.id === former)
    throw new UserError(
      'this file was moved in here already; add --again to return to that moment, if nothing was sent since',
    )
  // Hashed as one file with its sender's; the start of the server checks its pages before it connects a number.
  return examineStaged(staging, { manifest, secret, checksPages: false }, (store) => arrive(store, move))
}

async function arrive(store: Store, { id }: MoveFacts): Promise<number> {
  await store.write((tx) => storeArrival(tx, id))
  const linked = store.read.kysely.selectFrom('connections').where('shouldConnect', '=', 1)
  const { count } = await linked.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

import { resolve } from 'node:path'
import { version } from '../../package.json'
import type { BackupPlan } from '../backup-plan'
import { type Config, readConfig } from '../config'
import { backUp } from '../core/backup/backup'
import { lockBackups, underWay } from '../core/backup/backup-lock'
import type { BackupReport } from '../core/backup/backup-order'
import { nameOfPlace } from '../core/backup/places/open-place'
import { runBackup } from '../core/backup/run-backup'
import { workFilesOf } from '../core/backup/work-files'
import { UserError } from '../core/user-error'
import { auditBackupOfCommand } from '../features/provider/backups/audit'
import { readRules } from '../features/provider/backups/rules'
import { claimBackup, ensureInstallation, readBackupState, storeReport } from '../features/provider/backups/state'
import { nameOf } from '../media-place'
import { printLine, type Run } from './command'
import { failureText } from './failure-text'
import { type CommandDatabase, openDatabaseOf } from './open-database'
import { removeOnSignal } from './remove-on-signal'
import { UsageError } from './usage-error'

/**
 * `balcao backup FILE`, or `balcao backup` for an encrypted one at BALCAO_BACKUP_URL: exit 1 when files named in the
 * database are missing; the backup holds all others. Media files outside the data directory are backed up by other means.
 */
export const run: Run = async ({ env, args: [file] }) => {
  const config = readConfig(env)
  if (config.databaseUrl !== null) throw new UserError(ofServer(config.dataDir))
  if (file !== undefined) return toFile(config, resolve(file))
  if (!config.backups) throw new UsageError(`backup needs FILE: balcao backup FILE; or ${noBackupPlan}`)
  return toTarget(config, config.backups)
}

/** Remedy of commands that need the place of scheduled backups. */
export const noBackupPlan =
  'set BALCAO_BACKUP_URL and BALCAO_BACKUP_PASSPHRASE or BALCAO_BACKUP_RECIPIENT; docs/backups.md says how'

const sourceOf = ({ dataDir, secret, media }: Config) => ({
  ...{ directory: dataDir, version, keyOutside: secret !== null, hasMedia: media === null },
})

async function toFile(config: Config, target: string): Promise<number> {
  const endSignals = removeOnSignal(() => workFilesOf(target))
  const manifest = await backUp({ ...sourceOf(config), file: target }).finally(endSignals)
  await recordBackup(config, target)
  const { files, damaged, key } = manifest
  printLine(`${target}: ${files.length} files, ${megabytes(files.reduce((sum, { size }) => sum + size, 0))}`)
  printLine(key ? 'It holds the key: keep it as safe as the data itself.' : 'The key is not in it: keep BALCAO_SECRET.')
  sayWhereFilesAre(config)
  for (const path of damaged) printLine(`missing or changed on this disk: media/${path}`)
  return damaged.length > 0 ? 1 : 0
}

/** Writes the line of the audit log. The backup is whole without it, such as on a full disk or after a move. */
async function recordBackup(config: Config, target: string) {
  try {
    const database = await openDatabaseOf(config)
    await database.write((tx) => auditBackupOfCommand(tx, target)).finally(() => database.close())
  } catch (error) {
    printLine(`not recorded in the audit log: ${failureText(error, config.dataDir)}`)
  }
}

async function toTarget(config: Config, plan: BackupPlan): Promise<number> {
  const database = await openDatabaseOf(config)
  try {
    const unlock = lockBackups(config.dataDir)
    if (!unlock) throw new UserError(underWay)
    try {
      return sayResult(config, plan, await makeBackup(config, plan, database))
    } finally {
      unlock()
    }
  } finally {
    await database.close()
  }
}

/** Makes a backup and stores its result, as the scheduled task does. Call with the lock of the backups. */
async function makeBackup(config: Config, { target, key }: BackupPlan, database: CommandDatabase) {
  const startedAt = new Date()
  const node = `command ${process.pid}`
  const isMine = await database.write(async (tx) => claimBackup(tx, await readBackupState(tx), node, startedAt))
  if (!isMine) throw new UserError(underWay)
  const order = { ...(await readRules(database.read)), installation: await database.write(ensureInstallation) }
  const report = await runBackup({ ...order, source: sourceOf(config), target, key }, undefined, startedAt)
  await database.write(async (tx) => {
    await storeReport(tx, report, startedAt)
    if (report.made) await auditBackupOfCommand(tx, `${nameOfPlace(target)} ${report.made.id}`)
  })
  return report
}

function sayResult(config: Config, { target }: BackupPlan, { made, problem, damaged, kept }: BackupReport): number {
  if (!made) throw new UserError(problem ?? 'the backup failed')
  printLine(`${nameOfPlace(target)}: ${made.id}, ${megabytes(made.size)}, encrypted; ${kept?.length ?? 1} backups kept`)
  sayWhereFilesAre(config)
  if (problem) printLine(problem)
  if (damaged > 0) printLine(`${damaged} files of conversations were missing or changed on this disk`)
  return damaged > 0 ? 1 : 0
}

function sayWhereFilesAre({ media }: Config) {
  if (media) printLine(`Files of conversations are not in it: back up ${nameOf(media)} by its own means.`)
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

const ofServer = (dataDir: string) =>
  `the database is on a server: back it up by pg_dump --format=custom, then ${dataDir} (key) and the files of conversations; docs/several-machines.md has the commands`

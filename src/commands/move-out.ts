import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assertNotMoved } from '../assert-not-moved'
import { readBackupKey } from '../backup-plan'
import { type Config, readConfig } from '../config'
import type { BackupKey } from '../core/backup/age'
import { lockBackups, underWay } from '../core/backup/backup-lock'
import { backupId } from '../core/backup/places/place'
import { renameDurablyBlocking } from '../core/storage/durable-file'
import { type MoveMark, readMark } from '../core/storage/move/mark'
import { assertDatabaseExists } from '../core/storage/sqlite/open-concurrently'
import { UserError } from '../core/user-error'
import { hereIn } from '../database'
import { type Environment, printLine, type Run } from './command'
import { partOf } from './move-in/used-note'
import { takeBack } from './move-out/take-back'
import { writeMove } from './move-out/write-move'
import { openFile } from './open-database'
import { serviceProgram, systemdService } from './update/service'

/**
 * `balcao move-out [FILE|FOLDER]`: writes the installation with the links of its WhatsApp numbers into one encrypted file
 * for `balcao move-in`, most of it while the server runs. Then it stops the server, which refuses to start from then on
 * (docs/adr/0185). `--take-back` ends that.
 */
export const run: Run = async ({ env, args: [given = '.'], options, values = new Map() }) => {
  const config = readConfig(env)
  if (config.databaseUrl !== null) throw new UserError(ofServer)
  assertDatabaseExists(config.dataDir)
  const unlock = lockBackups(config.dataDir)
  if (!unlock) throw new UserError(underWay)
  try {
    if (options.has('--take-back')) return await takeBack(config.dataDir)
    const unfinished = await unfinishedMove(config)
    if (unfinished) return finish(unfinished)
    const program = values.get('--service')
    const service = program ? serviceProgram(resolve(program)) : systemdService()
    const file = fileOf(resolve(given))
    const { stoppedMs } = await writeMove({ config, service, file, key: keyOf(env) })
    printLine(`${file}: the whole installation, encrypted. The server was stopped ${seconds(stoppedMs)} ago.`)
    printNextSteps(file)
    return 0
  } finally {
    unlock()
  }
}

const ofServer =
  'the database is on a server: start a node on the other machine and stop this one; docs/several-machines.md says how'

/**
 * The mark of a move whose file is whole and only has to be renamed; null without one.
 * @throws BadConfig for a database that was moved to another place
 */
async function unfinishedMove({ dataDir }: Config): Promise<MoveMark | null> {
  const database = openFile(dataDir)
  try {
    const mark = await readMark(database.read)
    if (mark?.state === 'out' && existsSync(partOf(mark.place))) return mark
    await assertNotMoved(database, hereIn(dataDir))
    return null
  } finally {
    await database.close()
  }
}

/** Ends a move that was interrupted when its file was whole, and the old installation marked. */
function finish({ place }: MoveMark): number {
  renameDurablyBlocking(partOf(place), place)
  printLine(`${place}: whole; the interrupted move has ended.`)
  printNextSteps(place)
  return 0
}

function printNextSteps(file: string) {
  printLine(`This installation is not served any more. On the other machine: balcao move-in FILE, then start it.`)
  printLine(`To go on here instead, if the file was moved in nowhere: balcao move-out --take-back`)
  printLine(`Delete ${file} once the other side serves: it holds the data and the keys of WhatsApp.`)
}

/** A new file: the path itself, or a name with the time in a folder. */
function fileOf(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const file = isFolder ? join(path, `${backupId(new Date())}.move`) : path
  if (existsSync(file)) throw new UserError(`${file} exists already; a move is always a new file`)
  return file
}

/** Key of the variables of backups, else a new passphrase, which is printed before anything is done. */
function keyOf(env: Environment): BackupKey {
  const key = readBackupKey((name) => env[`BALCAO_${name}`]?.trim() || null)
  if (key) return key
  const passphrase = randomBytes(18).toString('base64url')
  printLine(`Passphrase of the file, which move-in asks for: ${passphrase}`)
  return { passphrase }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

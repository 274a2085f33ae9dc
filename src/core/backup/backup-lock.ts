import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backupsDirectory, databaseFile } from '../storage/data-directory'
import { freeBytes } from '../storage/free-bytes'
import { tryLockFile } from '../storage/lock'
import { giveToOwnerOfDirectory } from '../storage/owner'
import { UserError } from '../user-error'
import { minFree } from './places/folder'

const copyPattern = /^\.copy-.+\.db(-journal)?$/

/** Path of the copy of the database for one backup. */
export const copyFile = (directory: string, id: string) => join(backupsDirectory(directory), `.copy-${id}.db`)

/**
 * Locks the scheduled backups of a data directory for one run, in this process or another. Returns a function that
 * releases the lock, or null while another run holds it. The end of a process releases it too (core/storage/lock.ts).
 */
export const lockBackups = (directory: string): (() => void) | null => tryLockFile(lockFile(directory), 300)

/** True while a run of any process holds the lock. */
export function isBackupRunning(directory: string): boolean {
  if (!existsSync(lockFile(directory))) return false
  const unlock = tryLockFile(lockFile(directory))
  unlock?.()
  return unlock === null
}

const lockFile = (directory: string) => join(directory, 'backups.lock')

/** Sentence for a run that finds another one. */
export const underWay = 'another backup is being made; wait for its end'

/** Makes the directory of copies, and removes what ended runs have left there. Call with the lock. */
export function prepareWork(directory: string) {
  const backups = backupsDirectory(directory)
  if (!existsSync(backups)) {
    mkdirSync(backups, { mode: 0o700 })
    giveToOwnerOfDirectory(backups)
  }
  removeCopies(directory)
}

/** Removes copies of the database. Call with the lock: no other run has one then. */
export function removeCopies(directory: string) {
  const backups = backupsDirectory(directory)
  if (!existsSync(backups)) return
  for (const name of readdirSync(backups)) if (copyPattern.test(name)) rmSync(join(backups, name), { force: true })
}

/** @throws UserError when the copy of the database does not fit beside the data */
export function assertRoom(directory: string) {
  const needed = (statSync(databaseFile(directory), { throwIfNoEntry: false })?.size ?? 0) + minFree
  const free = freeBytes(directory)
  if (free < needed)
    throw new UserError(
      `the disk of ${directory} has ${gigabytes(free)} free; the copy of the database needs ${gigabytes(needed)}`,
    )
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeDurableDirectoryBlocking } from '../storage/durable-directory'
import { syncDirectoryBlocking } from '../storage/durable-file'
import { giveToOwnerOfDirectory } from '../storage/owner'
import type { SqliteStore } from '../storage/sqlite/store'

/** Number of copies kept from before migrations. */
const keptCopies = 3

/**
 * Copies the database before a migration to `{directory}/before-{migration}-{time}.db` and returns the path. Uses VACUUM
 * INTO, because closing another handle of the file would drop SQLite's locks.
 */
export function copyBefore(store: SqliteStore, directory: string, migration: string): string {
  makeDurableDirectoryBlocking(directory)
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  const file = join(directory, `before-${migration}-${time}.db`)
  store.raw.statements.sqlite.query('vacuum into ?').run(file)
  giveToOwnerOfDirectory(file)
  syncFileBlocking(file)
  syncDirectoryBlocking(directory)
  dropOld(directory)
  return file
}

function syncFileBlocking(path: string) {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

function dropOld(directory: string) {
  const copies = readdirSync(directory).filter((name) => name.startsWith('before-') && name.endsWith('.db'))
  const byAge = copies.sort((one, other) => timeOf(one).localeCompare(timeOf(other)))
  for (const name of byAge.slice(0, -keptCopies)) rmSync(join(directory, name))
}

/** Time at the end of a copy's file name. */
const timeOf = (name: string) => name.slice(-'2026-01-01T00-00-00-000Z.db'.length)

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '../../../src/core/log'
import { Secrets } from '../../../src/core/secrets'
import { keyFile, mediaDirectory, rootKey } from '../../../src/core/storage/data-directory'
import type { SqliteStore } from '../../../src/core/storage/sqlite/store'
import { checkKey, openDatabase } from '../../../src/database'
import type { AcknowledgedMessage } from './acknowledged-messages'
import type { Loss } from './replay'

/** Opens a data directory like the product at its start; returns missing and damaged rows and files. */
export async function findLosses(directory: string, acknowledged: AcknowledgedMessage[]): Promise<Loss[]> {
  if (acknowledged.length > 0 && !existsSync(keyFile(directory))) return ['the key is lost']
  try {
    const store = await openInstallation(directory)
    try {
      return [
        ...findCorruption(store),
        ...findLostRows(store, acknowledged),
        ...(await findLostFiles(store, directory, acknowledged)),
      ]
    } finally {
      await store.close()
    }
  } catch (error) {
    return [`the directory does not open: ${error}`]
  }
}

/** Opens and migrates the database of a data directory. @throws when it does not belong to the key there */
export async function openInstallation(directory: string): Promise<SqliteStore> {
  log.level = 'silent'
  const secrets = new Secrets(rootKey(directory, null))
  const store = await openDatabase(directory)
  await checkKey(store, secrets)
  return store
}

const rowsOf = <R>({ read }: SqliteStore, text: string) => read.statements.sqlite.query(text).all() as R[]

const findCorruption = (store: SqliteStore): Loss[] =>
  [
    ...rowsOf<{ integrity_check: string }>(store, 'pragma integrity_check').map((row) => row.integrity_check),
    ...rowsOf<object>(store, 'pragma foreign_key_check').map((row) => JSON.stringify(row)),
  ].filter((line) => line !== 'ok')

function findLostRows(store: SqliteStore, acknowledged: AcknowledgedMessage[]): Loss[] {
  const there = new Set(rowsOf<{ id: number }>(store, 'select id from messages').map(({ id }) => id))
  return acknowledged.filter(({ id }) => !there.has(id)).map(({ id }) => `message ${id} is lost`)
}

/** Lost and damaged files. Every row of `media` needs a whole file, even when the row was not acknowledged. */
async function findLostFiles(
  store: SqliteStore,
  directory: string,
  acknowledged: AcknowledgedMessage[],
): Promise<Loss[]> {
  const media = rowsOf<{ id: string; path: string; sha256: string }>(store, 'select id, path, sha256 from media')
  const losses: Loss[] = []
  for (const { path, sha256 } of media) {
    const file = Bun.file(join(mediaDirectory(directory), path))
    const isWhole = (await file.exists()) && Bun.SHA256.hash(await file.bytes(), 'hex') === sha256
    if (!isWhole) losses.push(`file ${path} is ${(await file.exists()) ? 'damaged' : 'lost'}`)
  }
  const ready = new Set(
    rowsOf<{ id: number }>(store, "select id from messages where mediaStatus = 'ready'").map(({ id }) => id),
  )
  const forgotten = acknowledged.filter((each) => each.ready && !ready.has(each.id))
  return [...losses, ...forgotten.map(({ id }) => `message ${id} has lost its file`)]
}

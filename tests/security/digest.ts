import { Database } from 'bun:sqlite'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { databaseFile, mediaDirectory } from '../../src/core/storage/data-directory'

/** Rows and files of an installation, to be compared with those at a later time. */

/** Columns that sessions and jobs change without a request. */
const changingColumns: Record<string, string[]> = {
  connections: ['status', 'reason', 'qrcode', 'pairingCode', 'retries', 'updatedAt', 'connectedAt', 'number', 'lid'],
  jobs: ['attempts', 'state', 'node', 'lockedAt', 'runAt', 'waitsFor', 'lastError', 'failedAt'],
}
/**
 * Tables that change without an accepted request: keys of sessions, the message search index, connection health with
 * its points, the queue's ready groups, and the log of webhook calls, which also records refused ones.
 */
const changingTables =
  /^(wa_(creds|keys|inbox)|connection_health|number_points|number_alerts|begun_chats|message_search\w*|search_(progress|again)|webhook_log|ready_groups)$/

/** Number of rows and hash of each table that only accepted requests change. */
export function digestRows(file: string): Record<string, string> {
  const database = new Database(file, { readonly: true })
  try {
    const tables = database.query("select name from sqlite_schema where type = 'table'").all() as { name: string }[]
    const compared = tables.filter(({ name }) => !changingTables.test(name) && !name.startsWith('sqlite_'))
    return Object.fromEntries(compared.map(({ name }) => [name, digestTable(database, name)]))
  } finally {
    database.close()
  }
}

/** The times of rare tasks in `installation` are left out: these tasks run whenever they are due. */
function digestTable(database: Database, name: string): string {
  const all = database.query(`select * from "${name}"`).all() as Record<string, unknown>[]
  const rows = name === 'installation' ? all.filter(({ key }) => !String(key).startsWith('round/')) : all
  for (const row of rows) for (const column of changingColumns[name] ?? []) delete row[column]
  return `${rows.length} ${Bun.hash(JSON.stringify(rows))}`
}

/** Media files without a row; a refused upload must leave none. */
export function findStrayFiles(dataDir: string): string[] {
  const database = new Database(databaseFile(dataDir), { readonly: true })
  const rows = database.query('select path from media').all() as { path: string }[]
  database.close()
  const known = new Set(rows.map(({ path }) => basename(path)))
  const files = readdirSync(mediaDirectory(dataDir), { recursive: true, withFileTypes: true })
  return files.filter((file) => file.isFile() && !known.has(file.name)).map(({ name }) => name)
}

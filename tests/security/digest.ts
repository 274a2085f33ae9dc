import { Database } from 'bun:sqlite'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { databaseFile, mediaDirectory } from '../../src/core/storage/data-directory'

/** What an installation holds: its rows, to be compared with those there are later, and its files. */

/** What sessions and jobs change by themselves. */
const changingColumns: Record<string, string[]> = {
  connections: ['status', 'reason', 'qrcode', 'pairingCode', 'retries', 'updatedAt', 'connectedAt', 'number', 'lid'],
  jobs: ['attempts', 'state', 'node', 'lockedAt', 'runAt', 'waitsFor', 'lastError', 'failedAt'],
}
/**
 * The index of what was said follows in its own time, and so does since when a connection is as it is; who calls in the
 * name of a payment service is written down.
 */
const changingTables =
  /^(wa_(creds|keys|inbox)|connection_health|message_search\w*|search_(progress|again)|webhook_log|ready_groups)$/

/** Every row of the database that only a request changes, table by table. */
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

function digestTable(database: Database, name: string): string {
  const rows = database.query(`select * from "${name}"`).all() as Record<string, unknown>[]
  for (const row of rows) for (const column of changingColumns[name] ?? []) delete row[column]
  return `${rows.length} ${Bun.hash(JSON.stringify(rows))}`
}

/** Files that no row knows: of what was refused, nothing may stay. */
export function findStrayFiles(dataDir: string): string[] {
  const database = new Database(databaseFile(dataDir), { readonly: true })
  const rows = database.query('select path from media').all() as { path: string }[]
  database.close()
  const known = new Set(rows.map(({ path }) => basename(path)))
  const files = readdirSync(mediaDirectory(dataDir), { recursive: true, withFileTypes: true })
  return files.filter((file) => file.isFile() && !known.has(file.name)).map(({ name }) => name)
}

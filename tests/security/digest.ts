import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { mediaDirectory } from '../../src/core/storage/data-directory'
import type { Serving } from '../executable/balcao'
import type { ServedDatabase } from '../served-database'
import { tableNames } from '../stored-rows'

/** Rows and files of an installation, to be compared with those at a later time. */

/** Columns that sessions and jobs change without a request, such as the next attempt at a webhook's receiver. */
const changingColumns: Record<string, string[]> = {
  api_keys: ['lastUsedAt', 'lastAddress'],
  connections: ['status', 'reason', 'qrcode', 'pairingCode', 'retries', 'updatedAt', 'connectedAt', 'number', 'lid'],
  deliveries: ['attempts', 'state', 'triedAt', 'nextAt', 'status', 'error', 'response', 'duration'],
  delivery_receivers: ['failures', 'failingSince', 'pausedUntil'],
  jobs: ['attempts', 'state', 'node', 'lockedAt', 'runAt', 'waitsFor', 'lastError', 'failedAt'],
}
/**
 * Tables that change without an accepted request: keys of sessions, the message search index, connection health with
 * its points, the queue’s ready groups, nodes with their leases, counted figures of companies and disks, and the log of
 * webhook calls, which also records refused ones.
 */
const changingTables =
  /^(wa_(creds|keys|inbox)|connection_health|number_points|number_alerts|begun_chats|message_search\w*|search_(progress|again)|webhook_log|ready_groups|nodes|leases|company_figures|disk_days)$/

/** Number of rows and hash of each table that only accepted requests change. */
export async function digestRows(database: ServedDatabase): Promise<Record<string, string>> {
  const tables = await database.all<{ name: string }>(tableNames[database.engine])
  const compared = tables.filter(({ name }) => !changingTables.test(name) && !name.startsWith('sqlite_'))
  const digests: Record<string, string> = {}
  for (const { name } of compared) digests[name] = await digestTable(database, name)
  return digests
}

/**
 * The times of rare tasks in `installation` are left out: these tasks run whenever they are due. PostgreSQL moves a row
 * that changes, so that the order of the rows means nothing.
 */
async function digestTable(database: ServedDatabase, name: string): Promise<string> {
  const all = await database.all<Record<string, unknown>>(`select * from "${name}"`)
  const rows = name === 'installation' ? all.filter(({ key }) => !String(key).startsWith('round/')) : all
  for (const row of rows) for (const column of changingColumns[name] ?? []) delete row[column]
  const texts = rows.map((row) => JSON.stringify(row)).sort()
  return `${rows.length} ${Bun.hash(texts.join('\n'))}`
}

/** Media files without a row; a refused upload must leave none. */
export async function findStrayFiles({ dataDir, database }: Pick<Serving, 'dataDir' | 'database'>): Promise<string[]> {
  const rows = await database.all<{ path: string }>('select path from media')
  const known = new Set(rows.map(({ path }) => basename(path)))
  const files = readdirSync(mediaDirectory(dataDir), { recursive: true, withFileTypes: true })
  return files.filter((file) => file.isFile() && !known.has(file.name)).map(({ name }) => name)
}

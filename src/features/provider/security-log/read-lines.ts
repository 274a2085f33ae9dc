import type { Platform } from '../../../core/scope'

/** Line of the security log: facts of a line of the audit log, without names and values. */
export interface SecurityLine {
  /** Id of the line in the audit log; a receiver that gets a line twice knows it by this. */
  id: number
  /** UTC ISO. */
  at: string
  companyId: number
  /** Id of the user; null when the server acted. */
  actorId: number | null
  /** Address of the client; empty when the server acted by itself. */
  address: string
  action: string
  entity: string
  entityId: number | null
}

/** Entities of the audit log that belong to security; `exports` of any entity do, too. */
const entities = new Set([
  ...['login', 'session', 'secondFactor', 'passkey', 'permission', 'apiKey', 'connectionToken', 'support', 'user'],
  ...['invitation', 'setting', 'webhook', 'integration', 'prompt', 'auditLog', 'backup', 'company', 'node'],
  ...['payments', 'invoice', 'connection'],
])
const actions = new Set(['export', 'download', 'erase', 'reveal', 'rotate'])

/** Lines of the audit log read at a time. */
const pageSize = 500
/**
 * Age in ms from which lines are read: transactions of a database server do not commit in the order of ids. A longer
 * transaction may lose its lines for the receiver (docs/adr/0186).
 */
const settledMs = 10_000

/**
 * Lines after an id, the oldest first, of at most `pageSize` lines of the audit log; `last` is the id of the last one that
 * was read.
 */
export async function readSecurityLines({ db }: Platform, after: number, now = Date.now()) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'companyId', 'actorId', 'address', 'action', 'entity', 'entityId'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageSize)
    .execute()
  const settled = new Date(now - settledMs).toISOString()
  const open = rows.findIndex(({ at }) => at > settled)
  const read = open < 0 ? rows : rows.slice(0, open)
  const lines: SecurityLine[] = read.filter(({ entity, action }) => entities.has(entity) || actions.has(action))
  return { lines, last: read.at(-1)?.id ?? after }
}

/** Id of the newest line; 0 without any. */
export async function newestLine({ db }: Platform): Promise<number> {
  return (await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
}

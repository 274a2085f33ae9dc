import { type Kysely, sql } from 'kysely'

/** Tables by the entity name used in the audit log. */
const tableOfEntity: Record<string, string> = {
  announcement: 'announcements',
  company: 'companies',
  connection: 'connections',
  contact: 'contacts',
  file: 'file_lists',
  help: 'helps',
  invoice: 'invoices',
  plan: 'plans',
  queue: 'queues',
  queueOption: 'queue_options',
  session: 'tokens',
  support: 'support_grants',
  user: 'users',
}

/** Columns with the id of a row, by its table, without a foreign key because their row outlives it. */
const columnsWithoutForeignKey: Record<string, [table: string, column: string][]> = {
  connections: [['users', 'whatsappId']],
  contacts: [
    ['erasures', 'contactId'],
    ['data_exports', 'contactId'],
  ],
  messages: [['schedules', 'messageId']],
  queues: [
    ['ticket_events', 'fromQueueId'],
    ['ticket_events', 'toQueueId'],
    ['attendances', 'queueId'],
    ['connections', 'transferQueueId'],
  ],
  users: [
    ['messages', 'userId'],
    ['ticket_events', 'actorId'],
    ['ticket_events', 'fromUserId'],
    ['ticket_events', 'toUserId'],
    ['attendances', 'userId'],
    ['audit_log', 'actorId'],
    ['erasures', 'actorId'],
    ['data_exports', 'userId'],
    ['ticket_notes', 'userId'],
    ['contact_merges', 'userId'],
    ['tickets', 'closedBy'],
  ],
}

/** Query for the keys and values in a JSON column. A text that is not JSON counts as empty. */
const jsonParts = (table: string, column: string, path = '$') =>
  `select part."key", part.value
    from "${table}", json_each(iif(json_valid("${column}"), "${column}", '{}'), '${path}') as part`

/** Query for the ids of deleted rows that undoing a merge of contacts inserts again. */
const restoredByUndo = (table: string) =>
  `select value ->> '$.row.id' as value from (${jsonParts('contact_merges', 'moved', '$.twins')})
    where value ->> '$.table' = '${table}'`

/** Queries for ids in JSON: payloads of jobs, mentioned users, rows that undoing a merge restores. */
const idsInJson: Record<string, string[]> = {
  messages: [`${jsonParts('jobs', 'payload')} where part."key" = 'messageId'`, restoredByUndo('messages')],
  message_edits: [restoredByUndo('message_edits')],
  reactions: [restoredByUndo('reactions')],
  tickets: [`${jsonParts('jobs', 'payload')} where part."key" = 'ticketId'`],
  contacts: [
    `${jsonParts('jobs', 'payload')} where part."key" = 'contactId'`,
    `${jsonParts('contact_merges', 'moved', '$.drop')} where part."key" = 'id'`,
  ],
  users: [jsonParts('ticket_notes', 'mentions'), jsonParts('chat_messages', 'mentions')],
}

/**
 * Returns by table the highest id still stored outside the table, also of deleted rows: in the audit log, in columns
 * without a foreign key, in payloads of jobs, in the undo data of merges.
 */
export async function rememberedIds(db: Kysely<unknown>): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const raise = (table: string, id: number | null) => ids.set(table, Math.max(ids.get(table) ?? 0, id ?? 0))
  const log = await sql<{ entity: string; id: number | null }>`
    select entity, max(entityId) as id from audit_log group by entity`.execute(db)
  for (const { entity, id } of log.rows) if (tableOfEntity[entity]) raise(tableOfEntity[entity], id)
  for (const [table, columns] of Object.entries(columnsWithoutForeignKey))
    for (const [from, column] of columns)
      raise(table, await highest(db, `select max("${column}") as id from "${from}"`))
  for (const [table, queries] of Object.entries(idsInJson))
    for (const query of queries) raise(table, await highest(db, `select max(value) as id from (${query})`))
  return ids
}

async function highest(db: Kysely<unknown>, query: string): Promise<number | null> {
  const { rows } = await sql.raw<{ id: number | null }>(query).execute(db)
  return rows[0]?.id ?? null
}

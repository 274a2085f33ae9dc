import { type Kysely, sql } from 'kysely'

/** Tables by the name under which the audit log speaks of their rows. */
const audited: Record<string, string> = {
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

/** Columns that name a row without a foreign key, because they outlive it. */
const loose: Record<string, [table: string, column: string][]> = {
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

/** Rows of `key` and `value` from a column of JSON. A text that is no JSON counts as empty. */
const each = (table: string, column: string, path = '$') =>
  `select part."key", part.value
    from "${table}", json_each(iif(json_valid("${column}"), "${column}", '{}'), '${path}') as part`

/** Ids of the rows of a table that the undoing of a merge inserts again. */
const undone = (table: string) =>
  `select value ->> '$.row.id' as value from (${each('contact_merges', 'moved', '$.twins')})
    where value ->> '$.table' = '${table}'`

/** Ids in JSON: what payloads of jobs name, people mentioned, what the undoing of a merge brings back. */
const inJson: Record<string, string[]> = {
  messages: [`${each('jobs', 'payload')} where part."key" = 'messageId'`, undone('messages')],
  message_edits: [undone('message_edits')],
  reactions: [undone('reactions')],
  tickets: [`${each('jobs', 'payload')} where part."key" = 'ticketId'`],
  contacts: [
    `${each('jobs', 'payload')} where part."key" = 'contactId'`,
    `${each('contact_merges', 'moved', '$.drop')} where part."key" = 'id'`,
  ],
  users: [each('ticket_notes', 'mentions'), each('chat_messages', 'mentions')],
}

/**
 * For each table the highest id of a deleted row that is still written down somewhere: in the audit log, in columns
 * without a foreign key, in payloads of jobs, in undo notes of merges.
 */
export async function rememberedIds(db: Kysely<unknown>): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const note = (table: string, id: number | null) => ids.set(table, Math.max(ids.get(table) ?? 0, id ?? 0))
  const log = await sql<{ entity: string; id: number | null }>`
    select entity, max(entityId) as id from audit_log group by entity`.execute(db)
  for (const { entity, id } of log.rows) if (audited[entity]) note(audited[entity], id)
  for (const [table, columns] of Object.entries(loose))
    for (const [from, column] of columns) note(table, await highest(db, `select max("${column}") as id from "${from}"`))
  for (const [table, queries] of Object.entries(inJson))
    for (const query of queries) note(table, await highest(db, `select max(value) as id from (${query})`))
  return ids
}

async function highest(db: Kysely<unknown>, query: string): Promise<number | null> {
  const { rows } = await sql.raw<{ id: number | null }>(query).execute(db)
  return rows[0]?.id ?? null
}

import type { Database as Sqlite } from 'bun:sqlite'
import {
  allTicket,
  mediaStatuses,
  mediaTypes,
  origins,
  profiles,
  scheduleStatuses,
  ticketStatuses,
} from '../shared/enums'

/** What of a table goes into a company's file, beyond what the database says of it by itself. */
export interface Carried {
  /** Columns that stay: secrets, and states of this machine. Where it arrives they have their defaults. */
  left?: readonly string[]
  /** References the database does not know as such, because they outlive what they point at. */
  refs?: Record<string, string>
  /** Ids of files the database does not know as such; empty text is none. */
  media?: readonly string[]
  /** Columns that hold JSON. */
  json?: readonly string[]
  /** JSON lists of ids. */
  lists?: Record<string, string>
  /** The only values of a column. */
  among?: Record<string, readonly (string | number)[]>
  /** A name nobody else on the installation may have: kept where it is free, else a new one. */
  fresh?: string
  /** Which rows. */
  where?: string
}

const link = ['status', 'reason', 'wanted', 'number', 'lid', 'qrcode', 'pairingCode', 'retries', 'connectedAt'] as const
const bots = ['promptId', 'integrationId', 'flowIdWelcome', 'flowIdNotPhrase'] as const
const actor = { actorId: 'users' } as const

/** Every table of a company that goes with it, parents before children. A test asks about each table there is. */
export const carried: Record<string, Carried> = {
  settings: { where: `key not in ('asaas')` },
  media: {
    left: ['path'],
    where: 'id not in (select e.mediaId from data_exports e where e.companyId = ?1 and e.mediaId is not null)',
  },
  queues: { left: ['promptId', 'integrationId'], json: ['schedules', 'holidays'] },
  queue_options: {},
  connections: {
    left: [...link, ...bots, 'tokenHash', 'tokenSealed'],
    refs: { transferQueueId: 'queues' },
    json: ['schedules', 'holidays'],
  },
  connection_queues: {},
  users: {
    left: ['passwordHash', 'super', 'support', 'online', 'lastSeenAt'],
    refs: { whatsappId: 'connections' },
    among: { profile: profiles, allTicket: Object.values(allTicket) },
  },
  user_queues: {},
  contacts: { media: ['profilePicUrl'] },
  contact_extra: {},
  contact_aliases: {},
  address_book: {},
  tags: { refs: { userId: 'users' } },
  tickets: { refs: { closedBy: 'users' }, among: { status: ticketStatuses }, fresh: 'uuid' },
  ticket_tags: {},
  ticket_events: {
    refs: { ...actor, fromUserId: 'users', toUserId: 'users', fromQueueId: 'queues', toQueueId: 'queues' },
  },
  attendances: { refs: { userId: 'users', queueId: 'queues' } },
  ticket_notes: { refs: { userId: 'users' }, lists: { mentions: 'users' } },
  note_mentions: {},
  ticket_pins: {},
  drafts: {},
  messages: {
    refs: { userId: 'users' },
    json: ['detail'],
    among: { mediaType: mediaTypes, mediaStatus: mediaStatuses, origin: origins, ack: [-1, 0, 1, 2, 3, 4, 5] },
  },
  message_edits: {},
  reactions: {},
  quick_messages: {},
  schedules: { refs: { messageId: 'messages' }, among: { status: scheduleStatuses } },
  file_lists: {},
  file_options: {},
  chats: { fresh: 'uuid' },
  chat_users: {},
  chat_messages: { lists: { mentions: 'users' } },
  erasures: { refs: actor, json: ['counts'] },
  audit_log: { left: ['entityId'], refs: actor, json: ['before', 'after'] },
}

/** The others that belong to a company, and why they stay. */
export const staying: Record<string, string> = {
  tokens: 'logins',
  second_factors: 'secrets',
  recovery_codes: 'secrets',
  password_resets: 'secrets',
  push_subscriptions: 'browsers of logins',
  wa_creds: 'keys of a link: a number is linked anew',
  wa_keys: 'keys of a link',
  wa_inbox: 'becomes messages within moments',
  connection_health: 'states of a link',
  connection_outages: 'states of a link',
  jobs: 'made anew for what still waits',
  idempotency: 'a day old at most',
  link_previews: 'asked for again',
  contact_merges: 'can be undone only where they were made',
  dashboard_days: 'counted again',
  data_exports: 'files like this one',
  announcements: "the provider's",
  announcement_reads: "the provider's",
  support_grants: "the provider's",
  invoices: "the provider's",
  charges: "the provider's",
  payers: "the provider's",
}

export interface Column {
  name: string
  type: 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL'
  isRequired: boolean
}

/** A carried table as the database has it: columns that go, and what the references among them point at. */
export interface Shape extends Carried {
  table: string
  columns: Column[]
  hasId: boolean
  /** What orders its rows. */
  key: string[]
  /** Column → table whose numbers it holds, its own id among them. */
  points: Record<string, string>
  /** Columns whose target must be there, to whom no more than null can be said otherwise. */
  firm: string[]
}

export const shapesOf = (sqlite: Sqlite): Shape[] =>
  Object.entries(carried).map(([table, how]) => shapeOf(sqlite, table, how))

interface Info {
  name: string
  type: Column['type']
  notnull: number
  pk: number
  dflt_value: string | null
}

function shapeOf(sqlite: Sqlite, table: string, how: Carried): Shape {
  const all = sqlite.query('select * from pragma_table_info(?)').all(table) as Info[]
  const going = all.filter(({ name }) => name !== 'companyId' && !how.left?.includes(name))
  const foreign = sqlite
    .query(`select "table" as target, "from" as name from pragma_foreign_key_list(?) where "from" <> 'companyId'`)
    .all(table) as { target: string; name: string }[]
  const known = foreign.filter(({ target, name }) => target !== 'media' && !how.left?.includes(name))
  const hasId = going.some(({ name, type }) => name === 'id' && type === 'INTEGER')
  const media = foreign.filter(({ target }) => target === 'media').map(({ name }) => name)
  return {
    ...how,
    table,
    columns: going.map(({ name, type, notnull, pk, dflt_value }) => ({
      name,
      type,
      isRequired: pk > 0 || (notnull === 1 && dflt_value === null),
    })),
    hasId,
    key: all.filter(({ pk, name }) => pk > 0 && name !== 'companyId').map(({ name }) => name),
    media: [...(how.media ?? []), ...media, ...(table === 'media' ? ['id'] : [])],
    firm: known.map(({ name }) => name),
    points: {
      ...(hasId ? { id: table } : {}),
      ...Object.fromEntries(known.map(({ name, target }) => [name, target])),
      ...how.refs,
    },
  }
}

import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { auditLabelOf } from '../../contacts/contacts/audit-label'
import { type ContactRow, numbersOf } from '../../contacts/contacts/read'
import { shareOptOut } from '../../contacts/contacts/share-opt-out'
import { recordAuditEntry } from '../../platform/audit/record'
import { tagsOf } from '../board/ticket-tags'
import { pinnedBy } from '../tickets/pins'
import { contactTables, isDuplicateOf, mergeContacts } from './merge'

export type ContactTable = (typeof contactTables)[number]
/** A database row as JSON, bytes as base64 text. */
export type StoredRow = Record<string, string | number | null>
/** A live ticket that a merge may close, with the ids of its messages and notes. */
export interface LiveTicket {
  row: StoredRow
  messages: number[]
  notes: number[]
  /** Ids of its tags. */
  tags: number[]
  /** Ids of the users who pinned it. */
  pins: number[]
}
/**
 * Everything needed to undo a merge, stored as JSON in `contact_merges.moved`. A migration that renames a field or a
 * column must rename it there as well (0023).
 */
export interface MergeRecord {
  drop: StoredRow
  keep: StoredRow
  /** `keep` after the merge. Undoing restores only fields that still equal it. */
  became: StoredRow
  /** By table: ids of the rows that belonged to `drop`, and of schedules that continue one of them. */
  ids: Record<ContactTable, number[]>
  live: LiveTicket[]
  /** Duplicate messages that the merge deleted, with their edits and reactions. */
  duplicates: { table: 'messages' | 'message_edits' | 'reactions'; row: StoredRow }[]
}

const insertAlias = hot<{ contactId: number; number: string | null; lid: string | null }>()((db, p) =>
  db.insert('contact_aliases', { contactId: p('contactId'), number: p('number'), lid: p('lid') }),
)
const insertMerge = hot<{ contactId: number; name: string; number: string | null; userId: number; moved: string }>()(
  (db, p) =>
    db
      .insert('contact_merges', {
        contactId: p('contactId'),
        name: p('name'),
        number: p('number'),
        userId: p('userId'),
        moved: p('moved'),
      })
      .returning('id'),
)

/**
 * Merges contact `drop` into `keep` and stores what undoes it: by a person, or by the process, when WhatsApp names two
 * numbers as one account. `drop` is then an alias of `keep`. Returns the id of the merge. Call within a transaction.
 */
export async function mergeWithRecord(scope: Scope, keep: ContactRow, drop: ContactRow): Promise<number> {
  const before = await snapshotRows(scope, keep, drop)
  await mergeContacts(scope, keep, drop)
  await insertAliasOf(scope, keep, drop)
  await shareOptOut(scope, [keep, drop].flatMap(numbersOf))
  const became = await rowOf(scope, 'contacts', keep.id)
  const inserted = await scope.db.first(insertMerge, {
    ...{ contactId: keep.id, name: drop.name, number: drop.number },
    userId: 'system' in scope.actor ? null : scope.actor.userId,
    moved: JSON.stringify({ ...before, became } satisfies MergeRecord),
  })
  await recordAuditEntry(scope, {
    action: 'merge',
    entity: 'contact',
    entityId: keep.id,
    name: auditLabelOf(keep),
    after: { merged: auditLabelOf(drop) },
  })
  return inserted?.id as number
}

/** Stores number and LID of `drop` as aliases of `keep`, where `keep` has its own. */
async function insertAliasOf(scope: Scope, keep: ContactRow, drop: ContactRow) {
  const number = keep.number === null ? null : drop.number
  const lid = keep.lid === null ? null : drop.lid
  if (number !== null || lid !== null) await scope.db.run(insertAlias, { contactId: keep.id, number, lid })
}

async function snapshotRows(scope: Scope, keep: ContactRow, drop: ContactRow): Promise<Omit<MergeRecord, 'became'>> {
  const ids = {} as Record<ContactTable, number[]>
  for (const table of contactTables) ids[table] = await idsOf(scope, table, 'contactId', drop.id)
  return {
    drop: await rowOf(scope, 'contacts', drop.id),
    keep: await rowOf(scope, 'contacts', keep.id),
    ids,
    live: await liveTicketsOf(scope, [keep.id, drop.id]),
    duplicates: await duplicatesOf(scope, keep.id, drop.id),
  }
}

type Table = ContactTable | 'contacts' | 'message_edits' | 'reactions'

async function rowOf(scope: Scope, table: Table, id: number): Promise<StoredRow> {
  const row = await scope.db.select(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return toStoredRow(row)
}

/** Prefix of base64 text that stands for bytes. */
export const base64Prefix = 'base64:'

/** The row with bytes as prefixed base64 text. */
const toStoredRow = (row: object): StoredRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? base64Prefix + value.toBase64() : (value as string | number | null),
    ]),
  )

async function idsOf(
  scope: Scope,
  table: ContactTable | 'ticket_notes',
  column: 'contactId' | 'ticketId',
  id: number,
): Promise<number[]> {
  const rows = await scope.db
    .select(table)
    .select('id')
    .where(column as 'contactId', '=', id)
    .execute()
  return rows.map((row) => row.id)
}

async function liveTicketsOf(scope: Scope, contactIds: number[]): Promise<LiveTicket[]> {
  const rows = await scope.db
    .select('tickets')
    .selectAll()
    .where('contactId', 'in', contactIds)
    .where('status', '<>', 'closed')
    .execute()
  const conflicting = rows.filter((row) =>
    rows.some((other) => other.id !== row.id && other.whatsappId === row.whatsappId),
  )
  return Promise.all(
    conflicting.map(async (row) => ({
      row: toStoredRow(row),
      messages: await idsOf(scope, 'messages', 'ticketId', row.id),
      notes: await idsOf(scope, 'ticket_notes', 'ticketId', row.id),
      tags: await tagsOf(scope, row.id),
      pins: await pinnedBy(scope, row.id),
    })),
  )
}

/** Rows that `mergeContacts` will delete as duplicates, with their edits and reactions. */
async function duplicatesOf(scope: Scope, keep: number, drop: number): Promise<MergeRecord['duplicates']> {
  const rows = await scope.db
    .select('messages')
    .selectAll()
    .where('contactId', '=', drop)
    .where(isDuplicateOf(keep))
    .execute()
  const duplicates: MergeRecord['duplicates'] = rows.map((row) => ({ table: 'messages', row: toStoredRow(row) }))
  for (const { id } of rows)
    for (const table of ['message_edits', 'reactions'] as const) {
      const hanging = await scope.db.select(table).selectAll().where('messageId', '=', id).execute()
      duplicates.push(...hanging.map((row) => ({ table, row: toStoredRow(row) })))
    }
  return duplicates
}

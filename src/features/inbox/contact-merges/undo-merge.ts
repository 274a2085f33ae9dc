import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { auditLabelOf } from '../../contacts/contacts/audit-label'
import { findContactByNumber } from '../../contacts/contacts/identify'
import { getContactRow, toContact } from '../../contacts/contacts/read'
import { recordAuditEntry } from '../../platform/audit/record'
import { assertChangesTicketsOf } from '../contact-tickets/live-tickets'
import { findTicketRow, toTicket } from '../tickets/read'
import { contactTables } from './merge'
import { undoableSince } from './merge-by-person'
import { base64Prefix, type ContactTable, type MergeRecord, type StoredRow } from './merge-with-record'
import type { MergeUndone } from './model'
import { batchSize, unmergeTickets } from './unmerge-tickets'

/**
 * Undoes a merge: restores the deleted contact with its rows, and reopens tickets that the merge closed. Fields changed
 * since stay with the remaining contact; messages since stay in their ticket.
 * @throws ERR_NO_MERGE_FOUND, ERR_MERGE_UNDO after 30 days or when another contact has the number or LID by now,
 *   ERR_NO_PERMISSION for conversations that the acting user may not change
 */
export function undoMerge(outer: Scope, mergeId: number): Promise<MergeUndone> {
  return outer.transaction(async (scope) => {
    const merge = await scope.db
      .select('contact_merges')
      .select(['id', 'contactId', 'moved', 'createdAt'])
      .where('id', '=', mergeId)
      .executeTakeFirst()
    if (!merge) throw new AppError('ERR_NO_MERGE_FOUND')
    if (merge.createdAt < undoableSince()) throw new AppError('ERR_MERGE_UNDO')
    await assertChangesTicketsOf(scope, merge.contactId)
    const record = parseJson(merge.moved) as MergeRecord
    await scope.db.delete('contact_merges').where('id', '=', mergeId).execute()
    await revertInherited(scope, merge.contactId, record)
    await restoreContact(scope, record.drop)
    const id = record.drop.id as number
    for (const table of contactTables) await moveRowsBack(scope, table, record.ids[table] ?? [], merge.contactId, id)
    await restoreDuplicates(scope, record.duplicates, id)
    const tickets = [...new Set([...record.ids.tickets, ...(await unmergeTickets(scope, record.live))])]
    await alignMessageContacts(scope, tickets)
    const result = await publishUndo(scope, merge.contactId, id, tickets)
    const { contact, restored } = result
    const after = { restored: auditLabelOf(restored) }
    await recordAuditEntry(scope, {
      action: 'undoMerge',
      entity: 'contact',
      entityId: contact.id,
      name: auditLabelOf(contact),
      after,
    })
    return result
  })
}

/** Deletes the aliases and resets the fields that the merge gave the remaining contact, unless changed since. */
async function revertInherited(scope: Scope, contactId: number, { drop, keep, became }: MergeRecord) {
  const { number, lid } = drop
  for (const [column, value] of [
    ['number', number],
    ['lid', lid],
  ] as const)
    if (value !== null) await scope.db.delete('contact_aliases').where(column, '=', String(value)).execute()
  const now = await scope.db.select('contacts').selectAll().where('id', '=', contactId).executeTakeFirstOrThrow()
  const inherited = ['number', 'lid', 'name', 'searchText', 'profilePicUrl', 'email', 'updatedAt'] as const
  const isSame = keep.id === contactId
  const unchanged = inherited.filter(
    (column) => isSame && now[column] === became[column] && now[column] !== keep[column],
  )
  if (unchanged.length === 0) return
  const change = Object.fromEntries(unchanged.map((column) => [column, keep[column]]))
  await scope.db.update('contacts').set(change).where('id', '=', contactId).execute()
}

/** Inserts the deleted contact under its old id. @throws ERR_MERGE_UNDO when another contact has its number or LID */
async function restoreContact(scope: Scope, { companyId: _, ...drop }: StoredRow) {
  if (drop.number !== null && (await findContactByNumber(scope, String(drop.number))))
    throw new AppError('ERR_MERGE_UNDO')
  if (drop.lid !== null) {
    const holder = await scope.db.select('contacts').select('id').where('lid', '=', String(drop.lid)).executeTakeFirst()
    if (holder) throw new AppError('ERR_MERGE_UNDO')
  }
  await scope.db.insert('contacts', drop as never).execute()
}

/** Moves rows back that still exist and still belong to the remaining contact. */
async function moveRowsBack(scope: Scope, table: ContactTable, ids: number[], from: number, to: number) {
  for (let at = 0; at < ids.length; at += batchSize)
    await scope.db
      .update(table)
      .set({ contactId: to })
      .where('id', 'in', ids.slice(at, at + batchSize))
      .where('contactId', '=', from)
      .execute()
}

/** Inserts the duplicate messages that the merge deleted, with edits and reactions, unless their ticket is deleted. */
async function restoreDuplicates(scope: Scope, duplicates: MergeRecord['duplicates'], contactId: number) {
  const restored = new Set<number>()
  for (const { table, row } of duplicates) {
    const { companyId: _, ...values } = row
    if (table !== 'messages') {
      if (restored.has(values.messageId as number)) await scope.db.insert(table, values as never).execute()
      continue
    }
    if (!(await findTicketRow(scope, values.ticketId as number))) continue
    const proto =
      typeof values.proto === 'string' ? Uint8Array.fromBase64(values.proto.slice(base64Prefix.length)) : null
    await scope.db.insert('messages', { ...values, proto, contactId } as never).execute()
    restored.add(values.id as number)
  }
  await scope.db.indexAgain([...restored])
}

/** Sets the contact of all messages of the tickets to the ticket's contact, also of messages received since. */
async function alignMessageContacts(scope: Scope, ids: number[]) {
  for (const id of ids) {
    const ticket = await findTicketRow(scope, id)
    if (!ticket) continue
    const { contactId } = ticket
    await scope.db
      .update('messages')
      .set({ contactId })
      .where('ticketId', '=', id)
      .where('contactId', '<>', contactId)
      .execute()
  }
}

async function publishUndo(scope: Scope, keptId: number, restoredId: number, ticketIds: number[]) {
  const contact = toContact(scope, await getContactRow(scope, keptId))
  const restored = toContact(scope, await getContactRow(scope, restoredId))
  scope.publish('contact', { action: 'create', contact: restored })
  scope.publish('contact', { action: 'update', contact })
  for (const id of ticketIds) {
    const row = await findTicketRow(scope, id)
    if (row) scope.publish('ticket', { action: 'update', ticket: toTicket(scope, row) })
  }
  return { contact, restored }
}

import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { audit } from '../audit/record'
import { findTicketRow, toTicket } from '../tickets/read'
import { auditLabelOf } from './audit-label'
import { findContactByNumber } from './identify'
import { contactTables } from './merge'
import { base64Prefix, type ContactTable, type MergeRecord, type StoredRow, undoableSince } from './merge-by-person'
import type { MergeUndone } from './model'
import { getContactRow, toContact } from './read'
import { batchSize, unmergeTickets } from './unmerge-tickets'

/**
 * Takes a merge back: the contact that went is there again with everything that was its own, and what was closed for it
 * is open again. What people changed since stays with the contact that remained, what was said since in its conversation.
 * @throws ERR_NO_MERGE_FOUND, ERR_MERGE_UNDO when its number has another contact by now
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
    const moved = JSON.parse(merge.moved) as MergeRecord
    await scope.db.delete('contact_merges').where('id', '=', mergeId).execute()
    await revertInherited(scope, merge.contactId, moved)
    await restoreContact(scope, moved.drop)
    const id = moved.drop.id as number
    for (const table of contactTables) await moveRowsBack(scope, table, moved.ids[table] ?? [], merge.contactId, id)
    await restoreDuplicates(scope, moved.twins, id)
    const tickets = [...new Set([...moved.ids.tickets, ...(await unmergeTickets(scope, moved.live))])]
    await alignMessageContacts(scope, tickets)
    const told = await publishUndo(scope, merge.contactId, id, tickets)
    const { contact, restored } = told
    const after = { restored: auditLabelOf(restored) }
    await audit(scope, {
      action: 'undoMerge',
      entity: 'contact',
      entityId: contact.id,
      name: auditLabelOf(contact),
      after,
    })
    return told
  })
}

/** What the contact that remained has only by the merge; what people changed since stays as they want it. */
async function revertInherited(scope: Scope, contactId: number, { drop, keep, became }: MergeRecord) {
  const { number, lid } = drop
  for (const [column, value] of [
    ['number', number],
    ['lid', lid],
  ] as const)
    if (value !== null) await scope.db.delete('contact_aliases').where(column, '=', String(value)).execute()
  const now = await scope.db.select('contacts').selectAll().where('id', '=', contactId).executeTakeFirstOrThrow()
  const inherited = ['number', 'lid', 'name', 'folded', 'profilePicUrl', 'email', 'updatedAt'] as const
  const isSame = keep.id === contactId
  const back = inherited.filter((column) => isSame && now[column] === became[column] && now[column] !== keep[column])
  if (back.length === 0) return
  const change = Object.fromEntries(back.map((column) => [column, keep[column]]))
  await scope.db.update('contacts').set(change).where('id', '=', contactId).execute()
}

/** @throws ERR_MERGE_UNDO when its number or LID has another contact */
async function restoreContact(scope: Scope, { companyId: _, ...drop }: StoredRow) {
  if (drop.number !== null && (await findContactByNumber(scope, String(drop.number))))
    throw new AppError('ERR_MERGE_UNDO')
  if (drop.lid !== null) {
    const holder = await scope.db.select('contacts').select('id').where('lid', '=', String(drop.lid)).executeTakeFirst()
    if (holder) throw new AppError('ERR_MERGE_UNDO')
  }
  await scope.db.insert('contacts', drop as never).execute()
}

/** Rows that are still there and still belong to the contact that remained. */
async function moveRowsBack(scope: Scope, table: ContactTable, ids: number[], from: number, to: number) {
  for (let at = 0; at < ids.length; at += batchSize)
    await scope.db
      .update(table)
      .set({ contactId: to })
      .where('id', 'in', ids.slice(at, at + batchSize))
      .where('contactId', '=', from)
      .execute()
}

/** The copies of messages that the merge deleted, with their edits and reactions, unless their ticket was deleted since. */
async function restoreDuplicates(scope: Scope, twins: MergeRecord['twins'], contactId: number) {
  const restored = new Set<number>()
  for (const { table, row } of twins) {
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

/** A message is its ticket's contact's, also one that came since. */
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

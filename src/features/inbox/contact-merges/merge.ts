import type { ExpressionBuilder } from 'kysely'
import type { Scope } from '../../../core/scope'
import type { Database } from '../../../core/storage/schema'
import { hot } from '../../../core/storage/tenant'
import { type ContactRow, getContactRow, toContact } from '../../contacts/contacts/read'
import { ticketRows, toTicket } from '../tickets/read'
import { mergeTickets } from './merge-tickets'

interface Pair {
  keep: number
  drop: number
}

/** Condition: the contact has the same message, because WhatsApp sent it under number and LID. */
export const isDuplicateOf =
  (contactId: number) =>
  ({ exists, selectFrom }: ExpressionBuilder<Database, 'messages'>) =>
    exists(
      selectFrom('messages as kept')
        .select('kept.id')
        .whereRef('kept.companyId', '=', 'messages.companyId')
        .whereRef('kept.whatsappId', '=', 'messages.whatsappId')
        .whereRef('kept.waId', '=', 'messages.waId')
        .whereRef('kept.fromMe', '=', 'messages.fromMe')
        .where('kept.contactId', '=', contactId),
    )
/** Deletes messages of `drop` that `keep` has as well. */
const deleteDuplicates = hot<Pair>()((db, p) =>
  db
    .delete('messages')
    .where('contactId', '=', p('drop'))
    .where(isDuplicateOf(p('keep'))),
)
/** Tables with a `contactId`, whose rows a merge moves. A test compares the list with the database's foreign keys. */
export const contactTables = [
  'messages',
  'tickets',
  'schedules',
  'contact_extra',
  'contact_aliases',
  'contact_merges',
  'rating_requests',
  'flow_welcomes',
  'flow_cases',
] as const satisfies (keyof Database)[]
const moveRows = contactTables.map((table) =>
  hot<Pair>()((db, p) =>
    db
      .update(table)
      .set({ contactId: p('keep') })
      .where('contactId', '=', p('drop')),
  ),
)
/** A later erasure of the kept contact erases them too. */
const moveDeliveries = hot<Pair>()((db, p) =>
  db
    .update('deliveries')
    .set({ contactId: p('keep') })
    .where('contactId', '=', p('drop')),
)
const ticketsOf = hot<{ contactId: number }>()((db, p) =>
  ticketRows(db).where('tickets.contactId', '=', p('contactId')),
)
const deleteContact = hot<{ drop: number }>()((db, p) => db.delete('contacts').where('id', '=', p('drop')))
const updateKept = hot<{
  keep: number
  number: string | null
  lid: string | null
  name: string
  searchText: string
  profilePicUrl: string
  email: string
  now: string
}>()((db, p) =>
  db
    .update('contacts')
    .set({ number: p('number'), lid: p('lid'), name: p('name'), searchText: p('searchText') })
    .set({ profilePicUrl: p('profilePicUrl'), email: p('email'), updatedAt: p('now') })
    .where('id', '=', p('keep')),
)
const searchTextOf = hot<{ id: number }>()((db, p) =>
  db.select('contacts').select('searchText').where('id', '=', p('id')),
)

/**
 * Merges contact `drop` into `keep`, and deletes `drop`. When WhatsApp reports the identity, `keep` is the contact with
 * the number. Live tickets on the same connection are merged. Call it inside a transaction.
 */
export async function mergeContacts(scope: Scope, keep: ContactRow, drop: ContactRow) {
  const pair = { keep: keep.id, drop: drop.id }
  const movedTicketIds = (await scope.db.run(ticketsOf, { contactId: drop.id })).map(({ id }) => id)
  await mergeTickets(scope, pair)
  await scope.db.run(deleteDuplicates, pair)
  for (const move of moveRows) await scope.db.run(move, pair)
  await scope.db.run(moveDeliveries, pair)
  const unnamed = keep.name === '' || keep.name === keep.number
  const nameSource = unnamed && drop.name !== '' ? drop : keep
  const searchText = (await scope.db.first(searchTextOf, { id: nameSource.id }))?.searchText ?? ''
  await scope.db.run(deleteContact, { drop: drop.id })
  await scope.db.run(updateKept, {
    keep: keep.id,
    number: keep.number ?? drop.number,
    lid: keep.lid ?? drop.lid,
    name: nameSource.name,
    searchText,
    profilePicUrl: keep.profilePicUrl || drop.profilePicUrl,
    email: keep.email || drop.email,
    now: new Date().toISOString(),
  })
  scope.publish('contact', { action: 'delete', contactId: drop.id })
  scope.publish('contact', { action: 'update', contact: toContact(scope, await getContactRow(scope, keep.id)) })
  for (const row of await scope.db.run(ticketsOf, { contactId: keep.id }))
    if (movedTicketIds.includes(row.id)) scope.publish('ticket', { action: 'update', ticket: toTicket(scope, row) })
}

import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { mergeTickets } from '../tickets/merge'
import { type ContactRow, getContactRow, toContact } from './read'

interface Pair {
  keep: number
  drop: number
}

/** A copy of the same message under both names stays with the one that is kept. */
const dropTwins = hot<Pair>()((db, p) =>
  db
    .delete('messages')
    .where('contactId', '=', p('drop'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messages as kept')
          .select('kept.id')
          .whereRef('kept.companyId', '=', 'messages.companyId')
          .whereRef('kept.whatsappId', '=', 'messages.whatsappId')
          .whereRef('kept.waId', '=', 'messages.waId')
          .whereRef('kept.fromMe', '=', 'messages.fromMe')
          .where('kept.contactId', '=', p('keep')),
      ),
    ),
)
const moveMessages = hot<Pair>()((db, p) =>
  db
    .update('messages')
    .set({ contactId: p('keep') })
    .where('contactId', '=', p('drop')),
)
const moveTickets = hot<Pair>()((db, p) =>
  db
    .update('tickets')
    .set({ contactId: p('keep') })
    .where('contactId', '=', p('drop')),
)
const deleteContact = hot<{ drop: number }>()((db, p) => db.delete('contacts').where('id', '=', p('drop')))
const inherit = hot<{
  keep: number
  lid: string | null
  name: string
  folded: string
  profilePicUrl: string
  email: string
  now: string
}>()((db, p) =>
  db
    .update('contacts')
    .set({ lid: p('lid'), name: p('name'), folded: p('folded'), profilePicUrl: p('profilePicUrl'), email: p('email') })
    .set({ updatedAt: p('now') })
    .where('id', '=', p('keep')),
)
const foldedOf = hot<{ id: number }>()((db, p) => db.select('contacts').select('folded').where('id', '=', p('id')))

/**
 * Two contacts are one person: everything of `drop` goes to `keep` (the one with the phone number), in the caller's
 * transaction. Of two live tickets on one connection the more recently active one remains, with all their messages.
 */
export function mergeContacts(scope: Scope, keep: ContactRow, drop: ContactRow) {
  const pair = { keep: keep.id, drop: drop.id }
  mergeTickets(scope, pair)
  scope.db.run(dropTwins, pair)
  scope.db.run(moveMessages, pair)
  scope.db.run(moveTickets, pair)
  const unnamed = keep.name === '' || keep.name === keep.number
  const named = unnamed && drop.name !== '' ? drop : keep
  const folded = scope.db.first(foldedOf, { id: named.id })?.folded ?? ''
  scope.db.run(deleteContact, { drop: drop.id })
  scope.db.run(inherit, {
    keep: keep.id,
    lid: keep.lid ?? drop.lid,
    name: named.name,
    folded,
    profilePicUrl: keep.profilePicUrl || drop.profilePicUrl,
    email: keep.email || drop.email,
    now: new Date().toISOString(),
  })
  scope.publish('contact', { action: 'delete', contactId: drop.id })
  scope.publish('contact', { action: 'update', contact: toContact(scope, getContactRow(scope, keep.id)) })
}

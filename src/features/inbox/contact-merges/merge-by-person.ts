import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { getContactRow, toContact } from '../../contacts/contacts/read'
import { assertChangesTicketsOf } from '../contact-tickets/live-tickets'
import { mergeWithRecord } from './merge-with-record'
import type { MergeList, MergeResult } from './model'

/**
 * Merges contact `otherId` into `id` by a person's decision. Messages of both numbers belong to `id` from then on. The
 * merge can be undone for 30 days. Answers to a conversation of either go to the number of `id`, and live conversations
 * on one connection become one: only a person who may change all of them merges.
 * @throws ERR_NO_CONTACT_FOUND, ERR_NO_PERMISSION, ERR_MERGE_CONTACT for groups and equal ids
 */
export function mergeContactsByHand(outer: Scope, id: number, otherId: number): Promise<MergeResult> {
  return outer.transaction(async (scope) => {
    const keep = await getContactRow(scope, id)
    const drop = await getContactRow(scope, otherId)
    if (id === otherId || keep.isGroup === 1 || drop.isGroup === 1) throw new AppError('ERR_MERGE_CONTACT')
    for (const contact of [keep, drop]) await assertChangesTicketsOf(scope, contact.id)
    const mergeId = await mergeWithRecord(scope, keep, drop)
    const contact = toContact(scope, await getContactRow(scope, id))
    scope.publish('contact', { action: 'update', contact })
    return { contact, mergeId }
  })
}

const mergesOf = hot<{ contactId: number; since: string }>()((db, p) =>
  db
    .select('contact_merges')
    .leftJoin('users', 'users.id', 'contact_merges.userId')
    .select(['contact_merges.id', 'contact_merges.name', 'contact_merges.number', 'contact_merges.createdAt'])
    .select('users.name as by')
    .where('contact_merges.contactId', '=', p('contactId'))
    .where('contact_merges.createdAt', '>=', p('since'))
    .orderBy('contact_merges.id', 'desc')
    .limit(20),
)

/** Earliest time of a merge that can still be undone (ISO). */
export const undoableSince = (now = Date.now()) => new Date(now - limits.mergeUndoDays * 86_400_000).toISOString()

/** Merges into a contact that can still be undone, newest first, at most 20. @throws ERR_NO_CONTACT_FOUND */
export async function listMerges(scope: Scope, contactId: number): Promise<MergeList> {
  await getContactRow(scope, contactId)
  return { merges: await scope.db.run(mergesOf, { contactId, since: undoableSince() }) }
}

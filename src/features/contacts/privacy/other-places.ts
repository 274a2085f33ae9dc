import type { Reader, Scope } from '../../../core/scope'
import { containsText, inList, listOf } from '../../../core/storage/expressions'
import { numberVariants } from '../../../shared/phone/forms'
import { parseJid } from '../../../whatsapp/jid'
import { deleteDeliveriesOfMessages } from '../../platform/deliveries/erase'
import type { ContactRow } from '../contacts/read'

/** All numbers and WhatsApp addresses (by number and by LID) of a person. */
export interface PersonAddresses {
  numbers: string[]
  jids: string[]
}

/** Returns the contact's own names and those of contacts merged into it. */
export async function namesOfContact(scope: Reader, { id, number, lid, waJid }: ContactRow): Promise<PersonAddresses> {
  const aliases = await scope.db
    .select('contact_aliases')
    .select(['number', 'lid'])
    .where('contactId', '=', id)
    .execute()
  const isPresent = (text: string | null): text is string => text !== null && text !== ''
  const numbers = [number, ...aliases.map((alias) => alias.number)].filter(isPresent)
  const lids = [lid, ...aliases.map((alias) => alias.lid)].filter(isPresent)
  const jids = [waJid, ...numbers.map((one) => `${one}@s.whatsapp.net`), ...lids.map((one) => `${one}@lid`)]
  return { numbers, jids: [...new Set(jids.filter(isPresent))] }
}

/** Empties the contact's messages in groups: text, author and file are removed, the row stays. Returns how many. */
export async function emptyGroupMessages(scope: Scope, { jids }: PersonAddresses, files: Set<string>): Promise<number> {
  if (jids.length === 0) return 0
  const messages = await scope.db
    .select('messages')
    .select(['id', 'ticketId', 'mediaId'])
    .where('participant', 'in', jids)
    .where('participant', '<>', '') // lets SQLite use the partial index on `participant`
    .execute()
  for (const { mediaId } of messages) if (mediaId !== null) files.add(mediaId)
  const ids = inList(listOf(messages.map((row) => row.id)))
  await deleteDeliveriesOfMessages(
    scope,
    messages.map(({ id }) => id),
  )
  await scope.db.delete('message_edits').where('messageId', 'in', ids).execute()
  await scope.db.delete('reactions').where('messageId', 'in', ids).execute()
  const nothing = { body: '', senderName: '', participant: '', detail: null, proto: null, quotedWaId: null }
  await scope.db
    .update('messages')
    .set({ ...nothing, mediaId: null, mediaStatus: null, isDeleted: 1 })
    .where('id', 'in', ids)
    .execute()
  await clearPreviews(
    scope,
    [...new Set(messages.map(({ ticketId }) => ticketId))],
    new Set(messages.map(({ id }) => id)),
  )
  return messages.length
}

/** Clears the preview of group tickets whose last message was emptied. */
async function clearPreviews(scope: Scope, ticketIds: number[], emptied: Set<number>) {
  for (const id of ticketIds) {
    const last = await scope.db
      .select('messages')
      .select('id')
      .where('ticketId', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last && emptied.has(last.id))
      await scope.db.update('tickets').set({ lastMessage: '' }).where('id', '=', id).execute()
  }
}

/**
 * Deletes address book entries, reactions in groups, inbox stanzas, timers and keys of the person; returns the number of entries.
 */
export async function deleteAddresses(scope: Scope, { numbers, jids }: PersonAddresses): Promise<number> {
  if (jids.length === 0) return 0
  const addresses = await scope.db
    .delete('address_book')
    .where(({ or, eb }) => or([eb('jid', 'in', jids), ...(numbers.length > 0 ? [eb('number', 'in', numbers)] : [])]))
    .executeTakeFirst()
  await scope.db.delete('reactions').where('sender', 'in', jids).execute()
  for (const jid of jids) await scope.db.delete('wa_inbox').where(containsText('attrs', jid)).execute()
  await scope.db.delete('chat_timers').where('address', 'in', jids).execute()
  await deleteKeys(scope, { numbers, jids })
  return Number(addresses.numDeletedRows)
}

/**
 * Deletes keys of WhatsApp sessions whose id names the person: `user`, `user.device`, `user_reverse`, `user:device`, and
 * `group::user::device`. WhatsApp makes them again if the person writes again.
 */
async function deleteKeys(scope: Scope, { numbers, jids }: PersonAddresses) {
  const users = [...numbers.flatMap(numberVariants), ...jids.map((jid) => parseJid(jid)?.user ?? '')]
  for (const user of new Set(users.filter(Boolean)))
    await scope.db
      .delete('wa_keys')
      .where(({ or, and, eb }) =>
        or([
          eb('keyId', '=', user),
          ...[...'._:'].map((mark) =>
            and([eb('keyId', '>=', `${user}${mark}`), eb('keyId', '<', `${user}${after(mark)}`)]),
          ),
          containsText('keyId', `::${user}::`),
        ]),
      )
      .execute()
}

/** The character after this one, as the end of a range of texts that begin with it. */
const after = (mark: string) => String.fromCharCode(mark.charCodeAt(0) + 1)

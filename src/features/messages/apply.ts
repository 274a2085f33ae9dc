import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { Identity, InboundDelete, InboundEdit, InboundReaction } from '../../whatsapp/contract'
import { identityOf } from '../../whatsapp/jid'
import { onConnection } from '../../whatsapp/open-connection'
import { findContact } from '../contacts/identify'
import { findContactRow } from '../contacts/read'
import { type ExistingMessage, findInboundMessage, findOutboundMessage } from './duplicate'
import { refreshPreview } from './latest'
import { publishMessage } from './publish-message'

const bodyOf = hot<{ id: number }>()((db, p) =>
  db.select('messages').select(['body', 'isDeleted']).where('id', '=', p('id')),
)
const insertEdit = hot<{ messageId: number; body: string; at: string }>()((db, p) =>
  db.insert('message_edits', { messageId: p('messageId'), body: p('body'), at: p('at') }),
)
const setBody = hot<{ id: number; body: string; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ body: p('body'), isEdited: 1, updatedAt: p('now') })
    .where('id', '=', p('id')),
)
const markDeleted = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ isDeleted: 1, updatedAt: p('now') })
    .where('id', '=', p('id'))
    .where('isDeleted', '=', 0)
    .returning('id'),
)
const upsertReaction = hot<{ messageId: number; sender: string; emoji: string; at: string }>()((db, p) =>
  db
    .insert('reactions', { messageId: p('messageId'), sender: p('sender'), emoji: p('emoji'), at: p('at') })
    .onConflict((conflict) =>
      conflict.columns(['messageId', 'sender']).doUpdateSet({ emoji: p('emoji'), at: p('at') }),
    ),
)
const removeReaction = hot<{ messageId: number; sender: string }>()((db, p) =>
  db.delete('reactions').where('messageId', '=', p('messageId')).where('sender', '=', p('sender')),
)

/**
 * Finds the message an edit, deletion or reaction refers to, in its own chat. Returns undefined when it is not stored:
 * such stanzas never open a ticket (server-behaviour §1.5).
 */
async function findTarget(scope: Scope, whatsappId: number, chat: Identity, waId: string, fromMe: boolean) {
  if (fromMe) return findOutboundMessage(scope, whatsappId, waId)
  const contact = await findContact(scope, chat)
  return contact && (await findInboundMessage(scope, whatsappId, waId, contact.id))
}

/** Applies an edit by the message's author. Call within a transaction. */
export async function applyEdit(scope: Scope, whatsappId: number, item: InboundEdit) {
  const found = await findTarget(scope, whatsappId, item.chat, item.targetWaId, item.fromMe)
  if (found && (await isAuthor(scope, found, item))) await changeBody(scope, found.id, item.body, item.at)
}

/**
 * Replaces a message's body and stores the earlier one in message_edits. A repeat changes nothing. Call within a
 * transaction.
 */
export async function changeBody(scope: Scope, id: number, body: string, at: string) {
  const message = await scope.db.first(bodyOf, { id })
  if (!message || message.body === body || message.isDeleted === 1) return
  await scope.db.run(insertEdit, { messageId: id, body: message.body, at })
  await scope.db.run(setBody, { id, body, now: new Date().toISOString() })
  await refreshPreview(scope, id)
  await publishMessage(scope, id)
}

/**
 * Deletes for everyone: sets `isDeleted` and keeps the body for agents. Authors delete their messages, a group's admins
 * those of others; a job asks WhatsApp who administers the group. Call within a transaction.
 */
export async function applyDelete(scope: Scope, whatsappId: number, item: InboundDelete) {
  const own = await findTarget(scope, whatsappId, item.chat, item.targetWaId, item.fromMe)
  if (own && (await isAuthor(scope, own, item))) return markAsDeleted(scope, own.id)
  if (!item.chat.isGroup) return
  const others = own ?? (await findTarget(scope, whatsappId, item.chat, item.targetWaId, !item.fromMe))
  if (!others) return
  if (item.fromMe) await markAsDeleted(scope, others.id)
  else if (item.participant) await deleteByAdminLater(scope, whatsappId, others, item)
}

async function deleteByAdminLater(
  scope: Scope,
  whatsappId: number,
  { id: messageId, contactId }: ExistingMessage,
  { chat, participant }: InboundDelete,
) {
  if (contactId !== (await findContact(scope, chat))?.id) return
  const by = participant?.jid ?? ''
  await scope.enqueue('message.deleteByAdmin', { messageId, by }, onConnection(scope, whatsappId))
}

/** True for the author of a message; in a group, the address or one known of the same person is the message's. */
async function isAuthor(scope: Scope, message: ExistingMessage, item: InboundEdit | InboundDelete): Promise<boolean> {
  if (item.fromMe || !item.chat.isGroup) return true
  if (!item.participant) return false
  const author = identityOf(message.participant)
  if (isSamePerson(author, item.participant)) return true
  const contact = await findContact(scope, item.participant)
  return contact !== undefined && isSamePerson(author, contact)
}

type Addresses = Pick<Identity, 'number' | 'lid'>
const isSamePerson = (one: Addresses, other: Addresses) =>
  (one.number !== null && one.number === other.number) || (one.lid !== null && one.lid === other.lid)
/** True when two people have different known numbers or different known LIDs. */
const differ = (one: Addresses, other: Addresses) =>
  (one.number !== null && other.number !== null && one.number !== other.number) ||
  (one.lid !== null && other.lid !== null && one.lid !== other.lid)

/**
 * Sets `isDeleted`, takes the text from the list row and publishes the message, unless it is set already. Call within a
 * transaction.
 */
export async function markAsDeleted(scope: Scope, id: number) {
  if (!(await scope.db.first(markDeleted, { id, now: new Date().toISOString() }))) return
  await refreshPreview(scope, id)
  await publishMessage(scope, id)
}

/** Applies a reaction by a person of the message's chat or by the linked phone. Call within a transaction. */
export async function applyReaction(scope: Scope, whatsappId: number, item: InboundReaction) {
  const found = await findTarget(scope, whatsappId, item.chat, item.targetWaId, item.targetFromMe)
  if (!found || !(item.fromMe || (await mayBeInChat(scope, found, item.chat)))) return
  await setReaction(scope, found.id, item.fromMe ? 'me' : senderOf(item), item.emoji, item.at)
}

/**
 * False for a message that certainly belongs to another chat. A LID without a known number may be the person of a
 * contact without a known LID; refusing it would lose that person's reactions.
 */
async function mayBeInChat(scope: Scope, { contactId }: ExistingMessage, chat: Identity): Promise<boolean> {
  const found = await findContact(scope, chat)
  if (found?.id === contactId) return true
  const contact = await findContactRow(scope, contactId)
  if (!contact || chat.isGroup || contact.isGroup === 1) return false
  const reacting = { number: chat.number ?? found?.number ?? null, lid: chat.lid ?? found?.lid ?? null }
  return isSamePerson(contact, reacting) || !differ(contact, reacting)
}

/** Stores one reaction per person: a newer one replaces it, an empty one removes it. Call within a transaction. */
export async function setReaction(scope: Scope, messageId: number, sender: string, emoji: string, at: string) {
  if (emoji === '') await scope.db.run(removeReaction, { messageId, sender })
  else await scope.db.run(upsertReaction, { messageId, sender, emoji, at })
  await publishMessage(scope, messageId)
}

/** Prefers the phone number, because one person may react once by number and once by LID. */
const senderOf = ({ sender, chat }: InboundReaction) => {
  const { number, lid, jid } = sender ?? chat
  return number ?? (lid === null ? jid : `${lid}@lid`)
}

import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { Identity, InboundDelete, InboundEdit, InboundReaction } from '../../whatsapp/contract'
import { findContact } from '../contacts/identify'
import { findInboundMessage, findOutboundMessage } from './duplicate'
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

/** Applies an edit by the contact or the linked phone. Call within a transaction. */
export async function applyEdit(scope: Scope, whatsappId: number, item: InboundEdit) {
  const found = await findTarget(scope, whatsappId, item.chat, item.targetWaId, item.fromMe)
  if (found) await changeBody(scope, found.id, item.body, item.at)
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
 * Deletes for everyone: sets `isDeleted` and keeps the body for agents. A group's admin may delete a member's message.
 */
export async function applyDelete(scope: Scope, whatsappId: number, item: InboundDelete) {
  const found =
    (await findTarget(scope, whatsappId, item.chat, item.targetWaId, item.fromMe)) ??
    (item.chat.isGroup ? await findTarget(scope, whatsappId, item.chat, item.targetWaId, !item.fromMe) : undefined)
  if (found) await markAsDeleted(scope, found.id)
}

/** Sets `isDeleted` and publishes the message, unless it is set already. Call within a transaction. */
export async function markAsDeleted(scope: Scope, id: number) {
  if (await scope.db.first(markDeleted, { id, now: new Date().toISOString() })) await publishMessage(scope, id)
}

/** Applies a reaction by a contact or the linked phone. Call within a transaction. */
export async function applyReaction(scope: Scope, whatsappId: number, item: InboundReaction) {
  const found = await findTarget(scope, whatsappId, item.chat, item.targetWaId, item.targetFromMe)
  if (found) await setReaction(scope, found.id, item.fromMe ? 'me' : senderOf(item), item.emoji, item.at)
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

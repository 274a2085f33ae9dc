import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { parseJson } from '../../../../shared/json'
import { identityOf } from '../../../../whatsapp/jid'
import { onConnection } from '../../../../whatsapp/open-connection'
import type {
  Identity,
  InboundDelete,
  InboundEdit,
  InboundEncrypted,
  InboundReaction,
  InboundVote,
} from '../../../../whatsapp/received'
import { findContact } from '../../../contacts/contacts/identify'
import { findContactRow } from '../../../contacts/contacts/read'
import { publishMessage } from '../publish-message'
import { refreshPreview } from '../read/latest'
import type { StoredDetail } from '../read/read'
import { type ExistingMessage, findInboundMessage, findOutboundMessage } from './duplicate'
import { recounted } from './recounted'

const bodyOf = hot<{ id: number }>()((db, p) =>
  db.select('messages').select(['body', 'detail', 'isDeleted']).where('id', '=', p('id')),
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
const setEdited = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ isEdited: 1, updatedAt: p('now') })
    .where('id', '=', p('id')),
)
const setDetail = hot<{ id: number; detail: string | null; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ detail: p('detail'), updatedAt: p('now') })
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
 * Finds the message an edit, deletion or reaction refers to, in its own chat. Returns undefined when it is not stored.
 */
export async function findTarget(scope: Scope, whatsappId: number, chat: Identity, waId: string, fromMe: boolean) {
  if (fromMe) return findOutboundMessage(scope, whatsappId, waId)
  const contact = await findContact(scope, chat)
  return contact && (await findInboundMessage(scope, whatsappId, waId, contact.id))
}

/**
 * Returns the messages of this id that encrypted content may belong to: the own message, and the one of its chat.
 */
export async function targetsOf(
  scope: Scope,
  whatsappId: number,
  { chat, targetWaId, fromMe, kind }: InboundEncrypted,
) {
  const sides = kind === 'edit' ? [fromMe] : [false, true]
  const found: (ExistingMessage & { isOutbound: boolean })[] = []
  for (const isOutbound of sides) {
    const message = await findTarget(scope, whatsappId, chat, targetWaId, isOutbound)
    if (message) found.push({ ...message, isOutbound })
  }
  return found
}

/**
 * Applies an edit by the message's author; one without a readable content leaves a mark. Returns false when the message
 * is not stored. Call within a transaction.
 */
export async function applyEdit(scope: Scope, whatsappId: number, item: InboundEdit): Promise<boolean> {
  const found = await findTarget(scope, whatsappId, item.chat, item.targetWaId, item.fromMe)
  if (!found) return false
  if (!(await isAuthor(scope, found, item))) return true
  if (item.body === null) await markOnPhone(scope, found.id, 'edit')
  else {
    await changeFacts(scope, found.id, item.detail ?? {})
    await changeBody(scope, found.id, item.body, item.at)
  }
  return true
}

/** Marks a message as edited of which only the new text is known. Call within a transaction. */
export async function markAsEdited(scope: Scope, id: number) {
  await scope.db.run(setEdited, { id, now: new Date().toISOString() })
  await publishMessage(scope, id)
}

/** Replaces facts of an edited poll or event, and removes the mark of an edit that could not be read. */
async function changeFacts(scope: Scope, id: number, facts: Record<string, unknown>) {
  const message = await scope.db.first(bodyOf, { id })
  if (!message || message.isDeleted === 1) return
  const { onPhone, ...stored } = parseJson(message.detail ?? '{}') as StoredDetail
  const kept = onPhone && onPhone !== 'edit' ? { onPhone } : {}
  const changed = { ...stored, ...kept, ...facts }
  const detail = JSON.stringify(recounted(changed) ?? changed)
  if (detail === (message.detail ?? '{}')) return
  await scope.db.run(setDetail, { id, detail, now: new Date().toISOString() })
  await publishMessage(scope, id)
}

/** Marks a message of which the phone shows more than the product can. Call within a transaction. */
export async function markOnPhone(scope: Scope, id: number, onPhone: 'edit' | 'answer') {
  const message = await scope.db.first(bodyOf, { id })
  const detail = parseJson(message?.detail ?? '{}') as StoredDetail
  if (!message || message.isDeleted === 1 || detail.onPhone === onPhone || detail.onPhone === 'edit') return
  await scope.db.run(setDetail, { id, detail: JSON.stringify({ ...detail, onPhone }), now: new Date().toISOString() })
  await publishMessage(scope, id)
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
export async function isAuthor(
  scope: Scope,
  message: ExistingMessage,
  item: InboundEdit | InboundDelete | InboundEncrypted,
): Promise<boolean> {
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
export async function mayBeInChat(scope: Scope, { contactId }: ExistingMessage, chat: Identity): Promise<boolean> {
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
export const senderOf = ({ sender, chat }: InboundReaction | InboundVote) => {
  const { number, lid, jid } = sender ?? chat
  return number ?? (lid === null ? jid : `${lid}@lid`)
}

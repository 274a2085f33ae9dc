import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { changesTicket } from '../../../shared/permissions'
import { isEmoji } from '../../../shared/text'
import { onConnection } from '../../../whatsapp/open-connection'
import { enqueueMediaDownload } from '../../platform/media/enqueue-download'
import { findLiveTicket } from '../tickets/find'
import type { DeletedMessage, Message } from './model'
import { publishMessage } from './publish-message'
import { getMessage, getMessageRow, type MessageRow, toMessage } from './read/read'
import { changeBody, markAsDeleted, setReaction } from './receive/apply'
import { resetFailedMedia } from './receive/fetch-media'
import { revokeLater } from './send/deliver'
import { discardMessage, markMayHaveArrived, neverArrived, wasHandedOver, wasRefused } from './send/discard'
import { getAnswerableTicket, laneOf } from './send/send'
import { fillVariables } from './send/variables'
import { newWaId } from './send/wa-id'

/** WhatsApp's own limits in ms. Later it ignores an edit, and refuses to delete for everyone. */
const editWindow = 15 * 60_000
const deleteWindow = 60 * 3_600_000

const resetToPending = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ ack: 0, error: null, updatedAt: p('now') })
    .where('id', '=', p('id')),
)
const assignNewWaId = hot<{ id: number; waId: string }>()((db, p) =>
  db
    .update('messages')
    .set({ proto: null, waId: p('waId') })
    .where('id', '=', p('id')),
)

/**
 * Deletes an outbound message for everyone. A message that never left is only hidden. One being sent is revoked
 * after it has left. A failed one that was never received is removed at any age.
 * @throws ERR_DELETE_WAPP_MSG for a contact's message or one older than 60 hours, ERR_NO_MESSAGE_FOUND,
 *   ERR_NO_PERMISSION
 */
export function deleteMessage(outer: Scope, id: number): Promise<DeletedMessage> {
  return outer.transaction(async (scope) => {
    const row = await getChangeableMessage(scope, id)
    if (await neverArrived(scope, row)) return discardMessage(scope, row)
    if (row.fromMe === 0 || isOlder(row, deleteWindow)) throw new AppError('ERR_DELETE_WAPP_MSG')
    if (row.isDeleted === 0 && row.whatsappId !== null && (await wasHandedOver(scope, id)))
      await revokeLater(scope, row)
    await markAsDeleted(scope, id)
    return toMessage(scope, await getMessageRow(scope, id))
  })
}

/**
 * Changes the body of an outbound text message. @throws ERR_EDIT_WAPP_MSG for other messages or after 15 minutes
 */
export function editMessage(outer: Scope, id: number, text: string): Promise<Message> {
  return outer.transaction(async (scope) => {
    const row = await getChangeableMessage(scope, id)
    const editable = row.fromMe === 1 && row.mediaType === 'chat' && row.isDeleted === 0 && row.ack >= 0
    if (!editable || isOlder(row, editWindow) || row.whatsappId === null) throw new AppError('ERR_EDIT_WAPP_MSG')
    const body = await fillVariables(scope, { id: row.ticketId }, text)
    if (body.trim() === '') throw new AppError('ERR_EMPTY_MESSAGE')
    if (row.body === body) return toMessage(scope, row)
    await changeBody(scope, id, body, new Date().toISOString())
    await scope.enqueue('message.edit', { messageId: id, waId: newWaId() }, jobOptions(scope, row))
    return toMessage(scope, await getMessageRow(scope, id))
  })
}

/**
 * Sets the company's one reaction to a message; '' removes it. Requires permission to answer the contact now.
 * @throws ERR_VALIDATION for text that is not an emoji (WhatsApp would not show it), and as getAnswerableTicket
 */
export async function reactToMessage(outer: Scope, id: number, emoji: string): Promise<Message> {
  if (emoji !== '' && !isEmoji(emoji)) throw new AppError('ERR_VALIDATION', { fields: ['emoji'] })
  return outer.transaction(async (scope) => {
    const { row } = await getMessage(scope, id)
    const { contactId, whatsappId } = row
    const live = whatsappId === null ? undefined : await findLiveTicket(scope, { contactId, whatsappId })
    await getAnswerableTicket(scope, live?.id ?? row.ticketId)
    await sendReaction(scope, row, emoji)
    return toMessage(scope, await getMessageRow(scope, id))
  })
}

/** A program's reaction to a customer's message; a text that is not an emoji does nothing. Call within a transaction. */
export async function reactAutomatically(scope: Scope, id: number, emoji: string) {
  if (isEmoji(emoji)) await sendReaction(scope, await getMessageRow(scope, id), emoji)
}

async function sendReaction(scope: Scope, row: MessageRow, emoji: string) {
  const { id } = row
  await setReaction(scope, id, 'me', emoji, new Date().toISOString())
  if (row.whatsappId !== null)
    await scope.enqueue('message.react', { messageId: id, waId: newWaId() }, jobOptions(scope, row))
}

/**
 * Sends a failed message again. A refused message gets a new id, because WhatsApp would refuse the old id as a
 * repeat. Any other keeps its id, so that a copy that arrived after all is not shown twice. A received file is fetched
 * again. A message that has not failed stays unchanged.
 * @throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND
 */
export function retryMessage(outer: Scope, id: number): Promise<Message> {
  return outer.transaction(async (scope) => {
    const row = await getChangeableMessage(scope, id)
    if (row.whatsappId === null) throw new AppError('ERR_NO_WAPP_FOUND')
    if (row.fromMe === 0 && row.mediaStatus === 'failed') {
      if (await resetFailedMedia(scope, id)) await enqueueMediaDownload(scope, id, row.whatsappId)
    } else if (row.fromMe === 1 && row.ack === -1) await resendMessage(scope, row)
    return publishMessage(scope, id)
  })
}

async function resendMessage(scope: Scope, row: MessageRow) {
  const { id } = row
  if (wasRefused(row)) await scope.db.run(assignNewWaId, { id, waId: newWaId() })
  else if (await wasHandedOver(scope, id)) await markMayHaveArrived(scope, id)
  await scope.db.run(resetToPending, { id, now: new Date().toISOString() })
  await scope.enqueue('message.deliver', { messageId: id }, jobOptions(scope, row))
}

/** Returns the row of a message in a ticket that the acting user may change. */
async function getChangeableMessage(scope: Scope, id: number): Promise<MessageRow> {
  const { row, ticket } = await getMessage(scope, id)
  if (!changesTicket(scope.viewer, ticket)) throw new AppError('ERR_NO_PERMISSION')
  return row
}

const jobOptions = (scope: Scope, row: MessageRow) => ({
  lane: laneOf(row),
  ...onConnection(scope, row.whatsappId as number),
})
const isOlder = ({ createdAt }: MessageRow, window: number) => Date.now() - Date.parse(createdAt) > window

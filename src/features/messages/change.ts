import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { AppError } from '../../shared/errors'
import { changesTicket } from '../../shared/permissions'
import { isEmoji } from '../../shared/text'
import { onConnection } from '../../whatsapp/open-connection'
import { askForMedia } from '../media/ask'
import { findLiveTicket } from '../tickets/find'
import { changeBody, markAsDeleted, react } from './apply'
import { revokeLater } from './deliver'
import { discard, left, reachedNobody, rememberArrival, wasRefused } from './discard'
import { fetchAgain } from './fetch-media'
import type { DeletedMessage, Message } from './model'
import { getMessage, getMessageRow, type MessageRow, toMessage } from './read'
import { answerable, laneOf } from './send'
import { publishMessage } from './tell'
import { fillVariables } from './variables'
import { newWaId } from './wa-id'

/** WhatsApp's own limits: later it ignores an edit, and refuses to delete for everyone. */
const editWindow = 15 * 60_000
const deleteWindow = 60 * 3_600_000

const again = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ ack: 0, error: null, updatedAt: p('now') })
    .where('id', '=', p('id')),
)
const asAnother = hot<{ id: number; waId: string }>()((db, p) =>
  db
    .update('messages')
    .set({ proto: null, waId: p('waId') })
    .where('id', '=', p('id')),
)

/**
 * Deletes one of our own for everyone. What never left is only hidden; what is leaving is taken back once it has. One
 * that failed and reached nobody is gone, whenever that was.
 * @throws ERR_DELETE_WAPP_MSG for another's message or one too old, ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION
 */
export function deleteMessage(outer: Scope, id: number): Promise<DeletedMessage> {
  return outer.transaction(async (scope) => {
    const row = await changeable(scope, id)
    if (await reachedNobody(scope, row)) return discard(scope, row)
    if (row.fromMe === 0 || isOlder(row, deleteWindow)) throw new AppError('ERR_DELETE_WAPP_MSG')
    if (row.isDeleted === 0 && row.whatsappId !== null && (await left(scope, id))) await revokeLater(scope, row)
    await markAsDeleted(scope, id)
    return toMessage(scope, await getMessageRow(scope, id))
  })
}

/** Changes the words of one of our own texts. @throws ERR_EDIT_WAPP_MSG for anything else or after 15 minutes */
export function editMessage(outer: Scope, id: number, text: string): Promise<Message> {
  return outer.transaction(async (scope) => {
    const row = await changeable(scope, id)
    const editable = row.fromMe === 1 && row.mediaType === 'chat' && row.isDeleted === 0 && row.ack >= 0
    if (!editable || isOlder(row, editWindow) || row.whatsappId === null) throw new AppError('ERR_EDIT_WAPP_MSG')
    const body = await fillVariables(scope, { id: row.ticketId }, text)
    if (body.trim() === '') throw new AppError('ERR_EMPTY_MESSAGE')
    if (row.body === body) return toMessage(scope, row)
    await changeBody(scope, id, body, new Date().toISOString())
    await scope.enqueue('message.edit', { messageId: id, waId: newWaId() }, place(scope, row))
    return toMessage(scope, await getMessageRow(scope, id))
  })
}

/**
 * Our one reaction to a message, an emoji; '' takes it back. Only where one may also answer its writer now.
 * @throws ERR_VALIDATION for other words, which WhatsApp would not show, and as answerable
 */
export async function reactToMessage(outer: Scope, id: number, emoji: string): Promise<Message> {
  if (emoji !== '' && !isEmoji(emoji)) throw new AppError('ERR_VALIDATION', { fields: ['emoji'] })
  return outer.transaction(async (scope) => {
    const { row } = await getMessage(scope, id)
    const { contactId, whatsappId } = row
    const live = whatsappId === null ? undefined : await findLiveTicket(scope, { contactId, whatsappId })
    await answerable(scope, live?.id ?? row.ticketId)
    await react(scope, id, 'me', emoji, new Date().toISOString())
    if (row.whatsappId !== null)
      await scope.enqueue('message.react', { messageId: id, waId: newWaId() }, place(scope, row))
    return toMessage(scope, await getMessageRow(scope, id))
  })
}

/**
 * Tries again what failed. One that WhatsApp refused gets a new id, because it would refuse the old one as a repeat; any
 * other keeps its own, so that one that had arrived after all is not shown twice. A received file is fetched again. What
 * has not failed stays as it is. @throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND
 */
export function retryMessage(outer: Scope, id: number): Promise<Message> {
  return outer.transaction(async (scope) => {
    const row = await changeable(scope, id)
    if (row.whatsappId === null) throw new AppError('ERR_NO_WAPP_FOUND')
    if (row.fromMe === 0 && row.mediaStatus === 'failed') {
      if (await fetchAgain(scope, id)) await askForMedia(scope, id, row.whatsappId)
    } else if (row.fromMe === 1 && row.ack === -1) await sendAgain(scope, row)
    return publishMessage(scope, id)
  })
}

async function sendAgain(scope: Scope, row: MessageRow) {
  const { id } = row
  if (wasRefused(row)) await scope.db.run(asAnother, { id, waId: newWaId() })
  else if (await left(scope, id)) await rememberArrival(scope, id)
  await scope.db.run(again, { id, now: new Date().toISOString() })
  await scope.enqueue('message.deliver', { messageId: id }, place(scope, row))
}

/** A message in a ticket that the acting person may change. */
async function changeable(scope: Scope, id: number): Promise<MessageRow> {
  const { row, ticket } = await getMessage(scope, id)
  if (!changesTicket(scope.viewer, ticket)) throw new AppError('ERR_NO_PERMISSION')
  return row
}

const place = (scope: Scope, row: MessageRow) => ({
  lane: laneOf(row),
  ...onConnection(scope, row.whatsappId as number),
})
const isOlder = ({ createdAt }: MessageRow, window: number) => Date.now() - Date.parse(createdAt) > window

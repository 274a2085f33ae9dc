import i18n from 'i18next'
import type { Me } from '../../../../../src/features/accounts/auth/model'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import type { AllTicket } from '../../../../../src/shared/enums'
import { type Agent, changesTicket } from '../../../../../src/shared/permissions'
import { confirm } from '../../../../components/confirm'
import { roleOf } from '../../../../lib/can'
import { copyText } from '../../../../lib/copy-text'
import { draftText } from '../../../../lib/drafts'
import { toastAction, toastError } from '../../../../lib/toast'
import { type ComposerState, composerState, focusComposer, toQuotedMessage } from '../store/composer'
import { onScreen } from '../store/live'
import { deleteMessage, editMessage, sendReaction } from '../store/requests'
import { applyDeletion, applyMessage, applyMessageResponse, findThread } from '../store/threads'
import { ourReaction } from './reactions'

/** Time limit for edits set by WhatsApp, in ms. */
const editLimit = 15 * 60 * 1000

export const toAgent = (me: Me): Agent => ({
  userId: me.id,
  ...roleOf(me),
  queueIds: me.queues.map(({ id }) => id),
  allTicket: me.allTicket as AllTicket,
})

/** True if the user may write in the ticket. */
export const mayWrite = (me: Me, ticket: Ticket) => ticket.status === 'open' && changesTicket(toAgent(me), ticket)

const isStored = ({ id }: Message) => id > 0
const isDelivered = (message: Message) => isStored(message) && !message.isDeleted && message.ack >= 0

export const mayQuote = (message: Message) =>
  isStored(message) && !message.isDeleted && message.mediaType !== 'call_log'
export const mayReact = (message: Message) => mayQuote(message) && message.mediaType !== 'unsupported'
export const mayEdit = (message: Message, userId: number, now = Date.now()) =>
  isDelivered(message) &&
  message.fromMe &&
  message.mediaType === 'chat' &&
  message.userId === userId &&
  now - Date.parse(message.createdAt) < editLimit
export const mayDelete = (message: Message) =>
  isDelivered(message) && message.fromMe && message.mediaType !== 'call_log'

/** Composer for an answer to this message: of the ticket on screen, also for a message of an earlier ticket. */
const composerFor = ({ ticketId }: Message) => composerState(onScreen.peek() ?? ticketId)

export function quoteMessage(message: Message) {
  composerFor(message).reference.value = { kind: 'quote', quoted: toQuotedMessage(message) }
  focusComposer()
}

/** Opens the message in the composer. A message that is being edited there keeps the text typed so far. */
export function startEdit(message: Message) {
  const state = composerFor(message)
  const reference = state.reference.peek()
  if (reference?.kind !== 'edit' || reference.message.id !== message.id) openEdit(state, message, message.body)
  focusComposer()
}

function openEdit(state: ComposerState, message: Message, text: string) {
  state.edit.value = text
  state.reference.value = { kind: 'edit', message }
}

const current = (message: Message) => findThread(message.ticketId)?.find(message.id)?.peek().message ?? message

/**
 * Shows the edited text at once and frees the composer for the next words. Restores the message if the server refuses;
 * the refused text returns to the composer, or waits in a toast while other words are being written there.
 */
export async function saveEdit(message: Message, body: string) {
  const ticketId = onScreen.peek() ?? message.ticketId
  const state = composerState(ticketId)
  const saving = { message, text: body }
  state.savingEdit.value = body === message.body ? null : saving
  state.reference.value = null
  focusComposer()
  if (body === message.body) return
  applyMessage({ ...current(message), body, isEdited: true })
  const endSaving = () => {
    if (state.savingEdit.peek() === saving) state.savingEdit.value = null
  }
  try {
    applyMessageResponse(await editMessage(message.id, body))
    endSaving()
  } catch (failure) {
    applyMessage({ ...current(message), body: message.body, isEdited: message.isEdited })
    toastError(failure)
    const reopen = () => {
      openEdit(state, message, body)
      endSaving()
    }
    if (isComposerFree(ticketId)) reopen()
    else toastAction(i18n.t('tickets.editRefused'), i18n.t('tickets.editAgain'), reopen)
  }
}

/** True if the composer holds neither words nor a reference. */
function isComposerFree(ticketId: number) {
  const { reference, mode, note } = composerState(ticketId)
  return reference.peek() === null && (mode.peek() === 'note' ? note.peek() : draftText(ticketId)) === ''
}

/** Shows the reaction at once; restores the previous one if the server refuses. */
export async function reactTo(message: Message, emoji: string) {
  const next = ourReaction(message) === emoji ? '' : emoji
  const others = message.reactions.filter(({ sender }) => sender !== 'me')
  const shown = { ...message, reactions: next ? [...others, { sender: 'me', emoji: next }] : others }
  applyMessage(shown)
  try {
    const response = await sendReaction(message.id, next)
    // A later reaction of the user, or an event, is newer than the response.
    if (current(message) === shown) applyMessageResponse(response)
  } catch (failure) {
    applyMessage({ ...current(message), reactions: message.reactions })
    toastError(failure)
  }
}

/** Text to copy: the body, the map link of a location, '' if the body is no readable text. */
export function textOf({ mediaType, body }: Message): string {
  if (mediaType === 'locationMessage') return body.split('|', 1)[0] ?? ''
  return mediaType === 'sticker' || mediaType === 'call_log' ? '' : body
}

export const copyMessage = (message: Message) => copyText(textOf(message))

export async function deleteForAll(message: Message) {
  const isConfirmed = await confirm({
    title: i18n.t('tickets.deleteTitle'),
    text: i18n.t('tickets.deleteText'),
    action: i18n.t('tickets.deleteForAll'),
    danger: true,
  })
  if (!isConfirmed) return
  await deleteMessage(message.id).then(applyDeletion, toastError)
}

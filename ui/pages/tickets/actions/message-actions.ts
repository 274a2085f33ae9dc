import i18n from 'i18next'
import type { Me } from '../../../../src/features/auth/model'
import type { Message } from '../../../../src/features/messages/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { AllTicket } from '../../../../src/shared/enums'
import { type Agent, changesTicket } from '../../../../src/shared/permissions'
import { confirm } from '../../../components/confirm'
import { toastError, toastSuccess } from '../../../lib/toast'
import { asQuote, composerOf, wantFocus } from '../store/composer'
import { onScreen } from '../store/live'
import { deleteMessage, react } from '../store/requests'
import { knownThread, putAnswer, putDeleted, putMessage } from '../store/threads'
import { ourReaction } from './reactions'

/** WhatsApp takes edits for a quarter of an hour. */
const editable = 15 * 60 * 1000

export const agentOf = (me: Me): Agent => ({
  userId: me.id,
  profile: me.profile,
  queueIds: me.queues.map(({ id }) => id),
  allTicket: me.allTicket as AllTicket,
})

/** True when this person may write in the ticket. */
export const mayWrite = (me: Me, ticket: Ticket) => ticket.status === 'open' && changesTicket(agentOf(me), ticket)

const isStored = ({ id }: Message) => id > 0
const arrived = (message: Message) => isStored(message) && !message.isDeleted && message.ack >= 0

export const mayQuote = (message: Message) =>
  isStored(message) && !message.isDeleted && message.mediaType !== 'call_log'
export const mayReact = (message: Message) => mayQuote(message) && message.mediaType !== 'unsupported'
export const mayEdit = (message: Message, userId: number, now = Date.now()) =>
  arrived(message) &&
  message.fromMe &&
  message.mediaType === 'chat' &&
  message.userId === userId &&
  now - Date.parse(message.createdAt) < editable
export const mayDelete = (message: Message) => arrived(message) && message.fromMe && message.mediaType !== 'call_log'

/** What was said in an earlier ticket is answered in the one on screen. */
const here = ({ ticketId }: Message) => composerOf(onScreen.peek() ?? ticketId)

export function quote(message: Message) {
  here(message).aim.value = { kind: 'quote', quoted: asQuote(message) }
  wantFocus()
}

export function startEdit(message: Message) {
  here(message).aim.value = { kind: 'edit', message }
  wantFocus()
}

/** Shown at once; put back as it was when the server refuses. */
export async function reactTo(message: Message, emoji: string) {
  const next = ourReaction(message) === emoji ? '' : emoji
  const others = message.reactions.filter(({ sender }) => sender !== 'me')
  putMessage({ ...message, reactions: next ? [...others, { sender: 'me', emoji: next }] : others })
  try {
    putAnswer(await react(message.id, next))
  } catch (failure) {
    const now = knownThread(message.ticketId)?.find(message.id)?.peek().message ?? message
    putMessage({ ...now, reactions: message.reactions })
    toastError(failure)
  }
}

/** What may be copied of a message: its words, of a place the address of its map; none where the body is no words. */
export function textOf({ mediaType, body }: Message): string {
  if (mediaType === 'locationMessage') return body.split('|', 1)[0] ?? ''
  return mediaType === 'sticker' || mediaType === 'call_log' ? '' : body
}

export async function copyText(message: Message) {
  try {
    await navigator.clipboard.writeText(textOf(message))
    toastSuccess(i18n.t('common.copied'))
  } catch (failure) {
    toastError(failure)
  }
}

export async function deleteForAll(message: Message) {
  const sure = await confirm({
    title: i18n.t('tickets.deleteTitle'),
    text: i18n.t('tickets.deleteText'),
    action: i18n.t('tickets.deleteForAll'),
    danger: true,
  })
  if (!sure) return
  await deleteMessage(message.id).then(putDeleted, toastError)
}

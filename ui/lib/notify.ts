import i18n from 'i18next'
import type { Events } from '../../src/core/events'
import type { Ticket } from '../../src/features/inbox/tickets/model'
import { isOfTicketList } from '../../src/shared/ticket-lists'
import { clearAttention, reloadAttention, removeAttention, updateAttention, waitingTickets } from './attention'
import { chats, clearChats, removeChat, unreadOf, upsertChat } from './chats'
import { mentionsMe, myMentions, removeMentions, upsertMention } from './my-mentions'
import { addToHistory, loadHistory, markHistorySeen, notificationHistory, removeFromHistory } from './notify-history'
import { notificationEffects, notifyPreferences } from './notify-preferences'
import { isNotifyingTab } from './notifying-tab'
import { toChats, toNote, toTickets } from './paths'
import { closeNotification, type NotificationContent, showNotification } from './push'
import { me } from './session'
import { playSound, type Sound } from './sound'

export function receiveTicketEvent(event: Events['ticket']) {
  if (event.action === 'delete') {
    removeFromHistory(`ticket-${event.ticketId}`)
    removeFromHistory(noteKey(event.ticketId))
    robotTickets.delete(event.ticketId)
    return removeAttention(event.ticketId)
  }
  updateAttention(event.ticket)
  notifyOfHandOver(event.ticket)
  if (event.ticket.unreadMessages === 0) markSeen(`ticket-${event.ticket.id}`)
}

export function receiveCustomerMessage(event: Events['appMessage']) {
  if (event.action !== 'create') return
  updateAttention(event.ticket)
  if (isOfTicketList('robot', event.ticket)) robotTickets.add(event.ticket.id)
  if (event.message.fromMe) return
  const kind = kindOf(event.ticket)
  if (kind) notifyOfTicket(kind, event.ticket)
}

const notifyOfTicket = (kind: Sound, { id, uuid, contact, lastMessage }: Ticket) =>
  notify(kind, { title: contact.name, body: lastMessage, to: toTickets(uuid), tag: `ticket-${id}` })

/** Kind of notification for a ticket: the user's own, or waiting; null for a ticket of a colleague or the robot. */
function kindOf(ticket: Ticket): Sound | null {
  if (isOfTicketList('robot', ticket)) return null
  if (ticket.userId === null) return 'pending'
  return ticket.userId === me.peek()?.id ? 'message' : null
}

/** Ids of tickets that the robot had when their last event came. */
const robotTickets = new Set<number>()

/** Notifies when the robot hands a customer over to people: the customer's messages before notified no one. */
function notifyOfHandOver(ticket: Ticket) {
  if (isOfTicketList('robot', ticket)) return void robotTickets.add(ticket.id)
  if (robotTickets.delete(ticket.id) && isOfTicketList('waiting', ticket)) notifyOfTicket('pending', ticket)
}

export function receiveChatEvent(event: Events['chat']) {
  if (event.action === 'delete') {
    removeFromHistory(`chat-${event.chatId}`)
    return removeChat(event.chatId)
  }
  upsertChat(event.chat)
  if (unreadOf(event.chat) === 0) markSeen(`chat-${event.chat.id}`)
  if (event.action !== 'new-message') return
  const { senderId, senderName, message, file, mentions } = event.newMessage
  const myId = me.peek()?.id ?? 0
  if (senderId === myId) return
  const { id, uuid, title, direct } = event.chat
  const kind = mentions.includes(myId) ? 'mention' : 'chat'
  const body = `${senderName}: ${message || (file?.fileName ?? '')}`.slice(0, 200)
  notify(kind, { title: direct ? senderName : title, body, to: toChats(uuid), tag: `chat-${id}` })
}

/** Receives a note event; notifies if the note mentions the user. */
export function receiveNoteEvent(event: Events['ticketNote']) {
  const key = noteKey(event.ticket.id)
  const to = (id: number) => toNote(event.ticket.uuid, id)
  if (event.action === 'delete') {
    myMentions.drop(event.noteId)
    if (notificationHistory.peek().some((one) => one.key === key && one.to === to(event.noteId))) removeFromHistory(key)
    return
  }
  const { id, note, user } = event.note
  if (!mentionsMe(event.note)) return
  upsertMention(event.note, event.ticket)
  const body = `${user?.name ?? ''}: ${note}`.slice(0, 200)
  notify('mention', { title: event.ticket.contact.name, body, to: to(id), tag: key })
}

/** Receives that a ticket missed a target: of the user's own tickets, and for supervisors of those they see. */
export const receiveLateEvent = ({ target, ticket }: Events['lateTicket']) =>
  notifyOfTarget(ticket, i18n.t(`notifications.late.${target}`))

/** Receives that the next answer of a ticket is due soon: first its holder, then supervisors. */
export const receiveDueEvent = ({ ticket }: Events['dueTicket']) => notifyOfTarget(ticket, i18n.t('notifications.due'))

const notifyOfTarget = ({ id, uuid, contact }: Ticket, body: string) =>
  notify('pending', { title: contact.name, body, to: toTickets(uuid), tag: `late-${id}` })

/** Receives that mentions were seen on another device of the user. */
export function receiveMentionEvent({ ticketId }: Events['mention']) {
  removeMentions(ticketId)
  markSeen(noteKey(ticketId))
}

const noteKey = (ticketId: number) => `note-${ticketId}`
/** Call when the ticket of the note is on screen. */
export const markNoteSeen = (ticketId: number) => markSeen(noteKey(ticketId))

/** Marks a history entry as seen and closes its system notification. */
function markSeen(key: string) {
  markHistorySeen(key)
  void closeNotification(key)
}

function notify(kind: Sound, shown: NotificationContent) {
  const where = { focused: document.hasFocus(), looking: location.pathname === shown.to.split('?')[0] }
  const reaction = notificationEffects(kind, where, notifyPreferences.peek())
  const { tag: key, title, body: text, to } = shown
  if (reaction.remember) addToHistory({ key, kind, title, text, to, at: new Date().toISOString() })
  if (!isNotifyingTab()) return
  if (reaction.sound) playSound(kind)
  if (reaction.desktop) void showNotification(shown).catch((error) => console.error(error))
}

/** Plays the pending sound again while tickets wait, if the user enabled it. */
export function repeatPendingSound() {
  const { repeat, quiet, sounds } = notifyPreferences.peek()
  if (repeat && !quiet && sounds.pending && isNotifyingTab() && waitingTickets.rows.peek().length > 0)
    playSound('pending')
}

/** Clears the data of the previous user and loads that of the signed-in one. */
export function startNotifications() {
  clearAttention()
  clearChats()
  loadHistory()
  return reloadNotificationLists()
}

export const reloadNotificationLists = () =>
  Promise.all([reloadAttention(), me.peek()?.company.plan.useInternalChat ? chats.reload() : undefined])

import type { Events } from '../../src/events'
import type { Ticket } from '../../src/features/tickets/model'
import { chats, dropChat, forgetChats, putChat, unreadOf } from './chats'
import { dropMentions, mentioned, namesMe, putMention } from './mentioned'
import { forgetNews, loadNews, news, remember, seeNews } from './notify-history'
import { notifyPreferences, reactionTo } from './notify-preferences'
import { toChats, toNote, toTickets } from './paths'
import { closeNotification, type Shown, showNotification } from './push'
import { isRinging } from './ringing'
import { me } from './session'
import { play, type Sound } from './sound'
import { dropWanting, forgetWanting, putWanting, reloadWanting, waitingTickets } from './unread'

/** Everything a person is told of, on whatever screen they are. */

export function hearTicket(heard: Events['ticket']) {
  if (heard.action === 'delete') {
    forgetNews(`ticket-${heard.ticketId}`)
    forgetNews(noteNews(heard.ticketId))
    return dropWanting(heard.ticketId)
  }
  putWanting(heard.ticket)
  if (heard.ticket.unreadMessages === 0) see(`ticket-${heard.ticket.id}`)
}

export function hearCustomer(heard: Events['appMessage']) {
  if (heard.action !== 'create') return
  putWanting(heard.ticket)
  if (heard.message.fromMe) return
  const kind = kindOf(heard.ticket)
  if (!kind) return
  const { id, uuid, contact, lastMessage } = heard.ticket
  tell(kind, { title: contact.name, body: lastMessage, to: toTickets(uuid), tag: `ticket-${id}` })
}

/** What one holds, and what waits for whoever takes it; never a colleague's work. */
function kindOf({ userId }: Ticket): Sound | null {
  if (userId === null) return 'pending'
  return userId === me.peek()?.id ? 'message' : null
}

export function hearChat(heard: Events['chat']) {
  if (heard.action === 'delete') {
    forgetNews(`chat-${heard.chatId}`)
    return dropChat(heard.chatId)
  }
  putChat(heard.chat)
  if (unreadOf(heard.chat) === 0) see(`chat-${heard.chat.id}`)
  if (heard.action !== 'new-message') return
  const { senderId, senderName, message, mentions } = heard.newMessage
  const myId = me.peek()?.id ?? 0
  if (senderId === myId) return
  const { id, uuid, title } = heard.chat
  const kind = mentions.includes(myId) ? 'mention' : 'chat'
  tell(kind, { title, body: `${senderName}: ${message}`.slice(0, 200), to: toChats(uuid), tag: `chat-${id}` })
}

/** A colleague named this person in a note. */
export function hearNote(heard: Events['ticketNote']) {
  const key = noteNews(heard.ticket.id)
  const to = (id: number) => toNote(heard.ticket.uuid, id)
  if (heard.action === 'delete') {
    mentioned.drop(heard.noteId)
    if (news.peek().some((one) => one.key === key && one.to === to(heard.noteId))) forgetNews(key)
    return
  }
  const { id, note, user } = heard.note
  if (!namesMe(heard.note)) return
  putMention(heard.note, heard.ticket)
  const body = `${user?.name ?? ''}: ${note}`.slice(0, 200)
  tell('mention', { title: heard.ticket.contact.name, body, to: to(id), tag: key })
}

/** Seen on another screen of this person's. */
export function hearMention({ ticketId }: Events['mention']) {
  dropMentions(ticketId)
  see(noteNews(ticketId))
}

const noteNews = (ticketId: number) => `note-${ticketId}`
/** Its conversation is on the screen. */
export const seeNote = (ticketId: number) => see(noteNews(ticketId))

/** Read, here or elsewhere: nothing of it need stand on the screen any more. */
function see(key: string) {
  seeNews(key)
  void closeNotification(key)
}

function tell(kind: Sound, shown: Shown) {
  const where = { focused: document.hasFocus(), looking: location.pathname === shown.to.split('?')[0] }
  const reaction = reactionTo(kind, where, notifyPreferences.peek())
  const { tag: key, title, body: text, to } = shown
  if (reaction.remember) remember({ key, kind, title, text, to, at: new Date().toISOString() })
  if (!isRinging()) return
  if (reaction.sound) play(kind)
  if (reaction.desktop) void showNotification(shown).catch((error) => console.error(error))
}

/** While somebody waits whom nobody has accepted, for those who asked for it. */
export function ringAgain() {
  const { repeat, quiet, sounds } = notifyPreferences.peek()
  if (repeat && !quiet && sounds.pending && isRinging() && waitingTickets.rows.peek().length > 0) play('pending')
}

/** For the person who signed in: nothing of the one before, and everything afresh. */
export function startNews() {
  forgetWanting()
  forgetChats()
  loadNews()
  return reloadNews()
}

export const reloadNews = () =>
  Promise.all([reloadWanting(), me.peek()?.company.plan.useInternalChat ? chats.reload() : undefined])

import type { JobHandler, Jobs } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { DueStage, TargetKind } from '../../../shared/enums'
import { maskName, maskNumbers } from '../../../shared/mask-numbers'
import { can, concernsAgent, seesTicket } from '../../../shared/permissions'
import type { PushPayload } from '../../platform/push/model'
import {
  findRecipient,
  isLooking,
  listRecipients,
  type PushBuilder,
  type Recipient,
} from '../../platform/push/recipients'
import { openAddress } from '../../platform/push/service'
import { findChatMessageRow, toChatMessage } from '../chats/message-rows'
import { findChat, isMember } from '../chats/read'
import { preview } from '../messages/read/preview'
import { findNote } from '../notes/service'
import { newestCustomerMessageId } from '../tickets/customer-message'
import { findTicketRow, type TicketRow } from '../tickets/read'
import { aboutTarget } from './late-tickets'

/** Subject of a notification; ids only, so that its text is current when it is sent. */
export type NotificationSubject =
  | { messageId: number }
  | { chatMessageId: number }
  | { noteId: number }
  | { alertId: number }
  | { ticketId: number; target: TargetKind; stage?: DueStage }
  | { test: true }

const ticketOf = hot<{ messageId: number }>()((db, p) =>
  db.select('messages').select('ticketId').where('id', '=', p('messageId')),
)
/** Enqueues one job per browser, so that a failure of one does not repeat the others. */
export const pushTicket: JobHandler<Jobs['push.ticket']> = {
  run: async (scope, about) => enqueuePushes(scope, about, await aboutTicket(scope, about.messageId)),
  attempts: 3,
}
export const pushChat: JobHandler<Jobs['push.chat']> = {
  run: async (scope, about) => enqueuePushes(scope, about, await aboutChat(scope, about.chatMessageId)),
  attempts: 3,
}

export const pushNote: JobHandler<Jobs['push.note']> = {
  run: async (scope, about) => enqueuePushes(scope, about, await aboutNote(scope, about.noteId)),
  attempts: 3,
}

export const pushTarget: JobHandler<Jobs['push.target']> = {
  run: async (scope, about) => enqueuePushes(scope, about, await aboutTarget(scope, about)),
  attempts: 3,
}

/**
 * Checks the recipient again before sending: the message may have been read, the ticket moved or the login ended since.
 */
export const sendPush: JobHandler<Jobs['push.send']> = {
  async run(scope, { subscriptionId, about }) {
    const isTest = 'test' in about
    const recipient = await findRecipient(scope, subscriptionId, { muted: isTest })
    if (!recipient || (!isTest && isLooking(scope, recipient))) return
    const built = (await builderOf(scope, about))(recipient)
    if (!built) return
    const pushed = can(recipient, 'contact:seeNumber') ? built : withoutNumbers(built)
    const reached = await scope.ports.push.send(await openAddress(scope, recipient.sealed), pushed, pushed.tag)
    if (!reached) await deleteSubscription(scope, subscriptionId)
  },
  attempts: 4,
  backoffSeconds: 10,
  timeoutSeconds: 30,
  concurrency: 32,
}

const withoutNumbers = (built: PushPayload) => ({ ...maskNumbers(built), title: maskName(built.title) })

function enqueuePushes(outer: Scope, about: NotificationSubject, build: PushBuilder) {
  return outer.transaction(async (scope) => {
    for (const recipient of await listRecipients(scope))
      if (!isLooking(scope, recipient) && build(recipient))
        await scope.enqueue('push.send', { subscriptionId: recipient.subscriptionId, about })
  })
}

async function builderOf(scope: Scope, about: NotificationSubject): Promise<PushBuilder> {
  if ('test' in about) return () => ({ kind: 'test', title: '', body: '', to: '/', tag: 'test' })
  if ('noteId' in about) return aboutNote(scope, about.noteId)
  if ('alertId' in about) return (await scope.call('alertNotification', about.alertId))[0] ?? noPush
  if ('target' in about) return aboutTarget(scope, about)
  return 'messageId' in about ? aboutTicket(scope, about.messageId) : aboutChat(scope, about.chatMessageId)
}

const noPush: PushBuilder = () => null
const maxBodyLength = 200

/** Skips a message that has been read, or after which the customer wrote again: the newer one has its own job. */
async function aboutTicket(scope: Scope, messageId: number): Promise<PushBuilder> {
  const ticketId = (await scope.db.first(ticketOf, { messageId }))?.ticketId
  const ticket = ticketId === undefined ? undefined : await findTicketRow(scope, ticketId)
  if (!ticket || ticket.status === 'closed' || ticket.unreadMessages === 0) return noPush
  if ((await newestCustomerMessageId(scope, ticket.id)) !== messageId) return noPush
  return (recipient) => (concernsAgent(recipient, ticket) ? ofTicket(ticket) : null)
}

const ofTicket = ({ id, uuid, contactName, lastMessage }: TicketRow): PushPayload => ({
  kind: 'ticket',
  title: contactName,
  body: lastMessage.slice(0, maxBodyLength),
  to: `/tickets/${uuid}`,
  tag: `ticket-${id}`,
})

async function aboutChat(scope: Scope, id: number): Promise<PushBuilder> {
  const row = await findChatMessageRow(scope, id)
  const chat = row && (await findChat(scope, row.chatId))
  if (!row || !chat) return noPush
  const { senderName, message, file, senderId } = toChatMessage(scope, row)
  const body = `${senderName}: ${file ? preview(file.mediaType, message, file) : message}`.slice(0, maxBodyLength)
  const pushed: PushPayload = {
    kind: 'chat',
    title: chat.direct ? senderName : chat.title,
    body,
    to: `/chats/${chat.uuid}`,
    tag: `chat-${chat.id}`,
  }
  const isUnread = ({ userId }: Recipient) => chat.users.some((one) => one.userId === userId && one.unreads > 0)
  return (recipient) =>
    recipient.userId !== senderId && isMember(chat, recipient.userId) && isUnread(recipient) ? pushed : null
}

/** Notifies the mentioned users who still see the ticket. */
async function aboutNote(scope: Scope, id: number): Promise<PushBuilder> {
  const note = await findNote(scope, id)
  const ticket = note && (await findTicketRow(scope, note.ticketId))
  if (!note || !ticket) return noPush
  const body = `${note.user?.name ?? ''}: ${note.note}`.slice(0, maxBodyLength)
  const to = `/tickets/${ticket.uuid}?note=${id}`
  const pushed: PushPayload = { kind: 'mention', title: ticket.contactName, body, to, tag: `note-${ticket.id}` }
  const isNamed = ({ userId }: Recipient) => note.mentions.some((one) => one.id === userId)
  return (recipient) => (isNamed(recipient) && seesTicket(recipient, ticket) ? pushed : null)
}

const deleteSubscription = (outer: Scope, id: number) =>
  outer.transaction((scope) => scope.db.delete('push_subscriptions').where('id', '=', id).execute())

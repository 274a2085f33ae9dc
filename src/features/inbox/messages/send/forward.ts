import type { Scope } from '../../../../core/scope'
import type { MediaType } from '../../../../shared/enums'
import { AppError } from '../../../../shared/errors'
import { parseJson } from '../../../../shared/json'
import { changesTicket, seesTicket } from '../../../../shared/permissions'
import { getContactRow } from '../../../contacts/contacts/read'
import { getFile } from '../../../platform/media/files'
import type { PreparedFile } from '../../../platform/media/prepare'
import { isRecent } from '../../tickets/arrival'
import { createTicket } from '../../tickets/create'
import { findLiveTicket, findNewestClosed } from '../../tickets/find'
import { recordResponse } from '../../tickets/history/attendances'
import { findTicketRow, type TicketRow, toTicket } from '../../tickets/read'
import { acceptTicket, reopenTicket } from '../../tickets/state/change'
import type { Forward, Message, SentMessages } from '../model'
import { getMessage, type MessageRow, type StoredDetail } from '../read/read'
import { findEarlierResult, storeRequest } from './idempotency'
import { createOutboundMessages, findMessages, getAnswerableTicket } from './send'

/** Media types that can be forwarded; cards and placeholders cannot. */
const forwardable: MediaType[] = ['chat', 'image', 'video', 'audio', 'application']

/**
 * Sends a message again in other conversations, marked as forwarded: to all of them or to none. A contact's live ticket
 * is used if there is one; else a ticket is reopened or created by the rule for arriving messages (docs/behaviour.md,
 * "Which ticket a message belongs to"). A repeated `key` with the same targets sends nothing and returns the first
 * result.
 * @throws ERR_NO_MESSAGE_FOUND, ERR_FORWARD_WAPP_MSG, ERR_VALIDATION without a target, ERR_OTHER_OPEN_TICKET with the
 *   first target that another user attends, ERR_IDEMPOTENCY_REUSED, and as sending and opening a ticket do
 */
export function forwardMessage(outer: Scope, id: number, to: Forward, key?: string): Promise<SentMessages> {
  if (!key) return outer.transaction((scope) => sendAgain(scope, id, to))
  const request = { key, content: JSON.stringify(['forward', id, to]) }
  return outer.transaction(async (scope) => {
    const { userId } = scope.viewer
    const earlier = await findEarlierResult(scope, userId, request)
    if (earlier) return { messages: await findMessages(scope, earlier.messageIds) }
    const sent = await sendAgain(scope, id, to)
    await storeRequest(scope, userId, request, sent.messages)
    return sent
  })
}

async function sendAgain(scope: Scope, id: number, { ticketIds = [], contactIds = [] }: Forward) {
  const { row } = await getMessage(scope, id)
  const part = await forwardedFile(scope, row)
  const targets = new Set(ticketIds)
  for (const contactId of new Set(contactIds)) targets.add(await findOrOpenTicket(scope, contactId, row.whatsappId))
  if (targets.size === 0) throw new AppError('ERR_VALIDATION', { fields: ['ticketIds'] })
  const { userId, name: senderName } = scope.viewer
  const draft = { body: row.body, quotedId: null, files: part ? [part] : [], forwarded: true }
  const messages: Message[] = []
  for (const ticketId of targets) {
    assertNotHeldByOther(scope, await findTicketRow(scope, ticketId))
    const ticket = await getAnswerableTicket(scope, ticketId)
    messages.push(...(await createOutboundMessages(scope, ticket, draft, { origin: 'agent', userId, senderName })))
    await recordResponse(scope, ticketId)
  }
  return { messages }
}

/** Returns the file of a message to be sent again unchanged, or null for a text. */
async function forwardedFile(scope: Scope, row: MessageRow): Promise<PreparedFile | null> {
  if (row.isDeleted === 1 || !forwardable.includes(row.mediaType)) throw new AppError('ERR_FORWARD_WAPP_MSG')
  if (row.mediaType === 'chat') return null
  if (row.mediaId === null) throw new AppError('ERR_FORWARD_WAPP_MSG') // the file was never downloaded
  const { quoted, mayHaveArrived, viewOnce, votes, onPhone, ...detail } = parseJson(row.detail ?? '{}') as StoredDetail
  if (viewOnce) throw new AppError('ERR_FORWARD_WAPP_MSG')
  return { file: await getFile(scope, row.mediaId), fresh: false, mediaType: row.mediaType, detail }
}

/**
 * Throws ERR_OTHER_OPEN_TICKET, with the ticket and its user, when another user attends the target. A ticket the acting
 * user cannot see is named only when the target was given as its contact, as when opening a new ticket.
 */
function assertNotHeldByOther(
  scope: Scope,
  row: TicketRow | undefined,
  isKnown = row && seesTicket(scope.viewer, row),
) {
  if (!row || !isKnown || row.status === 'closed' || changesTicket(scope.viewer, row)) return
  const { id, uuid, user, queue, contact } = toTicket(scope, row)
  const ticketContact = { id: contact.id, name: contact.name }
  throw new AppError('ERR_OTHER_OPEN_TICKET', { ticket: { id, uuid, user, queue, contact: ticketContact } })
}

/**
 * Returns a ticket of this contact in which the acting user may write. A closed one that they cannot see is not
 * reopened.
 */
async function findOrOpenTicket(scope: Scope, contactId: number, whatsappId: number | null): Promise<number> {
  await getContactRow(scope, contactId)
  const chat = whatsappId === null ? null : { contactId, whatsappId }
  const live = chat && (await findLiveTicket(scope, chat))
  if (live) {
    assertNotHeldByOther(scope, live, true)
    return live.status === 'pending' ? (await acceptTicket(scope, live.id)).id : live.id
  }
  const closed = chat && (await findNewestClosed(scope, chat))
  if (closed && changesTicket(scope.viewer, closed) && (await isRecent(scope, closed, new Date().toISOString())))
    return (await reopenTicket(scope, closed.id)).id
  const [queueId = null] = scope.viewer.queueIds
  return (await createTicket(scope, { contactId, queueId, ...(whatsappId !== null && { whatsappId }) })).id
}

import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { rateOf } from '../../shared/bot/rating'
import type { InboundMessage } from '../../whatsapp/contract'
import { recordDecision } from '../bot/decisions'
import { cancelRatings, findWaitingRating, isInTime, storeRating } from '../ratings/requests'
import { recordRated } from '../tickets/events'
import { findLiveTicket } from '../tickets/find'
import { findTicketRow, type TicketRow } from '../tickets/read'
import { createOutboundMessages } from './send'
import { storeQuietly } from './store-quietly'
import { fillAutomaticText } from './variables'

interface Chat {
  contactId: number
  whatsappId: number
}

/**
 * Takes a customer's message as the answer to a request for a rating: stores it in the closed ticket, which stays
 * closed, and thanks. Any other message, and a live ticket, cancel the request; the caller then stores the message as
 * usual. Returns true when the message was the answer (server-behaviour §3.4).
 */
export async function receiveRating(scope: Scope, chat: Chat, item: InboundMessage): Promise<boolean> {
  const request = await findWaitingRating(scope, chat)
  if (!request || item.stub) return false
  const rate = item.mediaType === 'chat' ? rateOf(item.body) : null
  const ticket = await findTicketRow(scope, request.ticketId)
  const isAnswer = rate !== null && isInTime(request, item.at) && !(await findLiveTicket(scope, chat))
  if (!isAnswer || !ticket) {
    if (item.at >= request.sentAt) await cancelRatings(scope, chat)
    return false
  }
  const messageId = await storeQuietly(scope, ticket, chat, item)
  await storeRating(scope, request, rate, messageId)
  await recordRated(scope, ticket, rate)
  await recordDecision(scope, ticket.id, messageId, { handler: 'ratingAnswer', reason: 'rating' })
  await thank(scope, ticket)
  return true
}

const thanksOf = hot<{ id: number }>()((db, p) =>
  db.select('connections').select(['name', 'complationMessage']).where('id', '=', p('id')),
)

/** Sends the connection's closing text, which thanks for the rating (decisions.md). */
async function thank(scope: Scope, ticket: TicketRow) {
  if (ticket.whatsappId === null) return
  const connection = await scope.db.first(thanksOf, { id: ticket.whatsappId })
  const text = connection?.complationMessage.trim()
  if (!connection || !text) return
  const body = await fillAutomaticText(scope, ticket, text)
  const draft = { body, quotedId: null, files: [], bot: 'rating' as const }
  await createOutboundMessages(scope, ticket, draft, { origin: 'bot', userId: null, senderName: connection.name })
}

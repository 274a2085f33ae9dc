import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { rateOf } from '../../../shared/bot/rating'
import type { InboundMessage } from '../../../whatsapp/received'
import { type ContactRow, numbersOf } from '../../contacts/contacts/read'
import type { ReceiveListener } from '../../inbox/messages/receive/listener'
import { storeQuietly } from '../../inbox/messages/receive/store-quietly'
import { createOutboundMessages } from '../../inbox/messages/send/send'
import { fillAutomaticText } from '../../inbox/messages/send/variables'
import { findLiveTicket } from '../../inbox/tickets/find'
import { recordRated } from '../../inbox/tickets/history/events'
import {
  cancelRatings,
  findContactsAskedToRate,
  findWaitingRating,
  isInTime,
  storeRating,
} from '../../inbox/tickets/history/rating-requests'
import { findTicketRow, type TicketRow } from '../../inbox/tickets/read'
import { recordDecision } from './decisions'

interface Chat {
  contactId: number
  whatsappId: number
}

/**
 * Takes a customer's message as the answer to a request for a rating: stores it in the closed ticket, which stays
 * closed, and thanks. Any other message, a live ticket, and a later message of the company, which the customer answers
 * instead, cancel the request; the caller then stores the message as usual. Returns true when the message was the
 * answer (docs/behaviour.md, "Ratings").
 */
async function receiveRating(
  scope: Scope,
  { contact, ...place }: { contact: ContactRow; whatsappId: number },
  item: InboundMessage,
): Promise<boolean> {
  const chat = { ...place, contactId: contact.id }
  const request = await findWaitingRating(scope, chat)
  if (!request || item.stub) return false
  const rate = item.mediaType === 'chat' && isInTime(request, item.at) ? rateOf(item.body) : null
  const ticket = await findTicketRow(scope, request.ticketId)
  const isAnswer =
    rate !== null &&
    !(await findLiveTicket(scope, chat)) &&
    !(await hasWrittenSince(scope, { contact, ...place }, request.sentAt))
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

const newestOwn = hot<Chat>()((db, p) =>
  db
    .select('messages')
    .select(['origin', 'createdAt'])
    .where('contactId', '=', p('contactId'))
    .where('whatsappId', '=', p('whatsappId'))
    .where('fromMe', '=', 1)
    .orderBy('id', 'desc')
    .limit(1),
)

/** Messages of campaigns become rows of `messages` when the customer answers. */
const laterCampaign = hot<{ numbers: ListParameter; whatsappId: number; since: string }>()((db, p) =>
  db
    .select('campaign_recipients')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_recipients.campaignId')
    .select('campaign_recipients.id')
    .where('campaign_recipients.number', 'in', inTexts(p('numbers')))
    .where('campaign_recipients.state', 'in', ['sent', 'sending', 'unknown'])
    .where(({ eb, fn }) => eb(fn.coalesce('campaign_recipients.sentAt', 'campaign_recipients.dueAt'), '>', p('since')))
    .where('campaigns.whatsappId', '=', p('whatsappId'))
    .limit(1),
)

/** True when a campaign, a scheduled message, a program or a person wrote in the chat after the question: "1" may answer that. */
async function hasWrittenSince(
  scope: Scope,
  { contact, whatsappId }: { contact: ContactRow; whatsappId: number },
  since: string,
): Promise<boolean> {
  const own = await scope.db.first(newestOwn, { contactId: contact.id, whatsappId })
  if (own && own.origin !== 'bot' && own.createdAt > since) return true
  const numbers = listOf(numbersOf(contact))
  return (await scope.db.first(laterCampaign, { numbers, whatsappId, since })) !== undefined
}

const thanksOf = hot<{ id: number }>()((db, p) =>
  db.select('connections').select(['name', 'complationMessage']).where('id', '=', p('id')),
)

/** Sends the connection's closing text, which thanks for the rating. */
async function thank(scope: Scope, ticket: TicketRow) {
  if (ticket.whatsappId === null) return
  const connection = await scope.db.first(thanksOf, { id: ticket.whatsappId })
  const text = connection?.complationMessage.trim()
  if (!connection || !text) return
  const body = await fillAutomaticText(scope, ticket, text)
  const draft = { body, quotedId: null, files: [], bot: 'rating' as const }
  await createOutboundMessages(scope, ticket, draft, { origin: 'bot', userId: null, senderName: connection.name })
}

/** Takes the answers to requests for a rating, before the robot. */
export const ratingListener: ReceiveListener = ({ scope, whatsappId }) => {
  let asked = new Set<number>()
  return {
    async prepare(messages) {
      const contactIds = messages.map(({ contact }) => contact.id)
      asked = await findContactsAskedToRate(scope, whatsappId, contactIds)
    },
    isConcerned: ({ contact, isCustomers }) => isCustomers && asked.has(contact.id),
    take: ({ contact, item }) => receiveRating(scope, { contact, whatsappId }, item),
  }
}

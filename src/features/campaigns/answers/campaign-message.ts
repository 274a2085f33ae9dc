import type { Scope } from '../../../core/scope'
import type { MessageDetail } from '../../inbox/messages/model'
import { preview } from '../../inbox/messages/read/preview'
import { type MessageRow, toMessage } from '../../inbox/messages/read/read'
import { type NewRow, storeMessage } from '../../inbox/messages/store'
import { touchTicket } from '../../inbox/messages/touch-ticket'
import { type TicketRow, toTicket } from '../../inbox/tickets/read'
import { type HiddenPart, linkPart } from './record-answer'

/** A campaign's message in a conversation; its part is sent by the campaign's sender, never by `message.deliver`. */
interface CampaignMessage extends Omit<HiddenPart, 'file'> {
  mediaId: string | null
  detail: MessageDetail | null
}

/** Stores a campaign's message in a ticket and publishes it. Call within a transaction. */
async function storeCampaignMessage(scope: Scope, ticket: TicketRow, message: CampaignMessage) {
  const { id: partId, waId, ack, proto, body, mediaType, mediaId, detail, createdAt } = message
  const row: NewRow & MessageRow = {
    id: 0, // until it is stored
    ticketId: ticket.id,
    contactId: ticket.contactId,
    whatsappId: ticket.whatsappId,
    ...{ waId, participant: '', senderName: '', fromMe: 1, origin: 'campaign', userId: null, body, mediaType, mediaId },
    mediaStatus: mediaId === null ? null : 'ready',
    detail: detail && JSON.stringify(detail),
    ...{ ack, proto, read: 1, createdAt, error: null, isDeleted: 0, isEdited: 0, reactions: null },
    ...{ quotedId: null, quotedBody: null, quotedFromMe: null, quotedWaId: null },
    ...{ quotedMediaType: null, quotedSender: null },
  }
  row.id = await storeMessage(scope, row)
  await linkPart(scope, partId, row.id)
  const shown = toMessage(scope, row)
  scope.publish('appMessage', () => ({ action: 'create', message: shown, ticket: toTicket(scope, ticket) }))
  return row
}

/** Stores a campaign's message that is about to leave in a live ticket. Call within a transaction. */
export async function storeLeavingMessage(scope: Scope, ticket: TicketRow, message: CampaignMessage) {
  const row = await storeCampaignMessage(scope, ticket, message)
  const touch = {
    origin: 'campaign',
    userId: null,
    senderName: '',
    at: row.createdAt,
    preview: preview(row.mediaType, row.body, message.detail),
  } as const
  await touchTicket(scope, ticket, touch, row.createdAt)
  scope.publish('ticket', () => ({ action: 'update', ticket: toTicket(scope, ticket) }))
}

/** Shows the messages that a customer answers before the answer. Call within a transaction. */
export async function showAnsweredParts(scope: Scope, ticket: TicketRow, parts: HiddenPart[]) {
  for (const { file, ...part } of parts)
    await storeCampaignMessage(scope, ticket, {
      ...part,
      mediaId: file?.id ?? null,
      detail: file && { fileName: file.name, mime: file.mime, size: file.size },
    })
}

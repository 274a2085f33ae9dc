import type { JobHandlers } from './core/jobs'
import { refreshContact } from './features/contacts/refresh'
import { fetchMedia } from './features/media/fetch'
import { deliverMessage } from './features/messages/deliver'
import { sayFarewell } from './features/messages/farewell'
import { editDelivered, revokeDelivered, sendReaction } from './features/messages/jobs'
import { markTicketRead } from './features/tickets/reading'

/** CONTRACT 3, later: job name → payload (ids only) and job name → handler. A name without a handler does not compile. */
export interface Jobs {
  'message.deliver': { messageId: number }
  'message.edit': { messageId: number; waId: string }
  'message.revoke': { messageId: number; waId: string }
  'message.react': { messageId: number; waId: string }
  'media.fetch': { messageId: number }
  'contact.refresh': { contactId: number; whatsappId: number }
  'ticket.farewell': { ticketId: number }
  'ticket.markRead': { ticketId: number; messageIds: number[] }
}
export const handlers: JobHandlers = {
  'message.deliver': deliverMessage,
  'message.edit': editDelivered,
  'message.revoke': revokeDelivered,
  'message.react': sendReaction,
  'media.fetch': fetchMedia,
  'contact.refresh': refreshContact,
  'ticket.farewell': sayFarewell,
  'ticket.markRead': markTicketRead,
}

import type { JobHandler } from '../../core/jobs/job'
import { hot } from '../../core/storage/tenant'
import { findTicketRow } from '../tickets/read'
import { createOutboundMessages } from './send'

const closingText = hot<{ id: number }>()((db, p) =>
  db.select('connections').select('complationMessage').where('id', '=', p('id')),
)

const sentSinceClosing = hot<{ ticketId: number; body: string }>()((db, p) =>
  db
    .select('messages')
    .innerJoin('tickets', 'tickets.id', 'messages.ticketId')
    .select('messages.id')
    .where('messages.ticketId', '=', p('ticketId'))
    .where('messages.origin', '=', 'system')
    .where('messages.body', '=', p('body'))
    .whereRef('messages.createdAt', '>=', 'tickets.closedAt')
    .limit(1),
)

/**
 * Sends the connection's closing text after an agent closed a ticket (server-behaviour §3.3). A ticket reopened in the
 * meantime gets none. Without a live session the text waits like any message. Sent once per closing, also when the job
 * runs twice.
 */
export const sendClosingMessage: JobHandler<{ ticketId: number }> = {
  attempts: 3,
  run: (scope, { ticketId }) =>
    scope.transaction(async (scope) => {
      const ticket = await findTicketRow(scope, ticketId)
      if (ticket?.status !== 'closed' || ticket.whatsappId === null) return
      const body = (await scope.db.first(closingText, { id: ticket.whatsappId }))?.complationMessage.trim()
      if (body && !(await scope.db.first(sentSinceClosing, { ticketId, body })))
        await createOutboundMessages(
          scope,
          ticket,
          { body, quotedId: null, files: [] },
          { origin: 'system', userId: null, senderName: '' },
        )
    }),
}

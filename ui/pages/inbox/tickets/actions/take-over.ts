import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { me } from '../../../../lib/session'
import { focusComposer } from '../store/composer'
import { transferTicket } from '../store/requests'
import { shareRequest } from './share-request'
import { applyTicketResponse, showFailureAndRefresh } from './ticket-actions'

/** Makes a colleague's ticket the user's own; its composer then writes to the customer. */
export const takeOver = (ticket: Ticket) =>
  shareRequest(`take:${ticket.id}`, async () => {
    try {
      applyTicketResponse(await transferTicket(ticket.id, { userId: me.peek()!.id }))
      focusComposer()
    } catch (failure) {
      await showFailureAndRefresh(ticket, failure)
    }
  })

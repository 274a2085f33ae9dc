import i18n from 'i18next'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { Macro } from '../../../../src/shared/macros'
import { me } from '../../../lib/session'
import { toastSuccess } from '../../../lib/toast'
import { moveAway } from '../store/own-moves'
import { runTicketActions } from '../store/requests'
import { leaveTicket, prepareNext } from './leave-ticket'
import { mayWrite } from './message-actions'
import { applyTicketResponse, showFailureAndRefresh } from './ticket-actions'

/** Runs a macro on a ticket. When it ends with another holder or closed, the next ticket of the list takes its place. */
export async function runMacro(ticket: Ticket, { name, actions }: Macro) {
  const openNext = prepareNext(ticket)
  try {
    const after = applyTicketResponse(await moveAway(ticket.id, () => runTicketActions(ticket.id, actions)))
    toastSuccess(i18n.t('inbox.macroDone', { name }))
    if (!mayWrite(me.peek()!, after)) leaveTicket(ticket, openNext)
  } catch (failure) {
    await showFailureAndRefresh(ticket, failure)
  }
}

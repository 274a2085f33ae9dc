import i18n from 'i18next'
import { navigate } from 'wouter/use-browser-location'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { Macro } from '../../../../src/shared/macros'
import { toConversation, toTickets } from '../../../lib/paths'
import { me } from '../../../lib/session'
import { toastSuccess } from '../../../lib/toast'
import { runTicketActions } from '../store/requests'
import { mayWrite } from './message-actions'
import { goToTicket, isInList, isListShown, neighbour } from './next-ticket'
import { applyTicketResponse, showFailureAndRefresh } from './ticket-actions'

/** Runs a macro on a ticket. When it ends with another holder or closed, the next ticket of the list takes its place. */
export async function runMacro(ticket: Ticket, { name, actions }: Macro) {
  const staysInList = isInList()
  const wasOnScreen = location.pathname === toTickets(ticket.uuid)
  const next = isListShown() ? (neighbour(1, ticket) ?? neighbour(-1, ticket)) : undefined
  try {
    const after = applyTicketResponse(await runTicketActions(ticket.id, actions))
    toastSuccess(i18n.t('inbox.macroDone', { name }))
    if (!wasOnScreen || mayWrite(me.peek()!, after)) return
    if (next) goToTicket(next, { staysInList })
    else navigate(toConversation())
  } catch (failure) {
    await showFailureAndRefresh(ticket, failure)
  }
}

import i18n from 'i18next'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import type { Macro, MacroAction } from '../../../../../src/shared/macros'
import { me } from '../../../../lib/session'
import { toastSuccess } from '../../../../lib/toast'
import { moveAway } from '../store/own-moves'
import { runTicketActions } from '../store/requests'
import { holdWordsForNext, leaveTicket, once, prepareNext, whenShown } from './leave-ticket'
import { mayWrite } from './message-actions'
import { shareRequest } from './share-request'
import { applyTicketResponse, showFailureAndRefresh } from './ticket-actions'

/**
 * Runs a macro on a ticket, once until its response. When it ends with another holder or closed, the next ticket of the
 * list takes its place, with the event if it arrives before the response.
 */
export const runMacro = (ticket: Ticket, macro: Macro) =>
  shareRequest(`macro:${ticket.id}:${macro.name}`, () => runActions(ticket, macro))

async function runActions(ticket: Ticket, { name, actions }: Macro) {
  const openNext = prepareNext(ticket)
  const leaveOnce = once(() => leaveTicket(ticket, openNext))
  const isLost = (shown: Ticket) => !mayWrite(me.peek()!, shown)
  const stop = whenShown(ticket, isLost, leaveOnce)
  const endHold = actions.some(takesTicketAway) ? holdWordsForNext(ticket) : () => {}
  try {
    const after = applyTicketResponse(await moveAway(ticket.id, () => runTicketActions(ticket.id, actions)))
    toastSuccess(i18n.t('inbox.macroDone', { name }))
    if (isLost(after)) leaveOnce()
  } catch (failure) {
    await showFailureAndRefresh(ticket, failure)
  } finally {
    stop()
    endHold()
  }
}

const takesTicketAway = ({ kind }: MacroAction) => kind === 'close' || kind === 'transfer'

import i18n from 'i18next'
import { toast } from 'sonner'
import { navigate } from 'wouter/use-browser-location'
import type { Ticket } from '../../../../src/features/tickets/model'
import { asFailure } from '../../../lib/failure'
import { toTickets } from '../../../lib/paths'
import { toastError, toastWarning } from '../../../lib/toast'
import { findTicket, moveTicket } from '../server'
import { wantFocus } from '../store/composer'
import { knownThread } from '../store/threads'
import { dropTicket, knownTicket, putTicket, tab } from '../store/tickets'

/** Long enough to notice a slip and take it back. */
const undoFor = 8000

/** An answer on its way may be overtaken by what the websocket tells: then that is newer. */
function heard(ticket: Ticket) {
  const known = knownThread(ticket.id)?.ticket.peek() ?? knownTicket(ticket.uuid)
  if (known && known.updatedAt > ticket.updatedAt) return known
  putTicket(ticket)
  knownThread(ticket.id)?.putTicket(ticket)
  return ticket
}

/** Accept or reopen: the person stays on the ticket (specification §4). */
export async function takeTicket(ticket: Ticket) {
  try {
    const { uuid } = heard(await moveTicket(ticket.id, 'open'))
    tab.value = 'open'
    navigate(toTickets(uuid))
    wantFocus()
  } catch (failure) {
    await corrected(ticket, failure)
  }
}

export const returnTicket = (ticket: Ticket) => leave(ticket, 'pending', 'tickets.returned')
export const closeTicket = (ticket: Ticket) => leave(ticket, 'closed', 'tickets.closed')

/** Back to the list, with a way to take it back. */
async function leave(ticket: Ticket, status: 'pending' | 'closed', said: 'tickets.returned' | 'tickets.closed') {
  try {
    heard(await moveTicket(ticket.id, status))
    if (location.pathname === toTickets(ticket.uuid)) navigate(toTickets())
    toast.message(i18n.t(said), {
      duration: undoFor,
      action: { label: i18n.t('tickets.undo'), onClick: () => void takeTicket(ticket) },
    })
  } catch (failure) {
    await corrected(ticket, failure)
  }
}

interface Holder {
  name?: string
}

/** Somebody was quicker: says who, and puts the lists right. */
async function corrected(ticket: Ticket, thrown: unknown) {
  const { code, detail } = asFailure(thrown)
  if (code === 'ERR_TICKET_ALREADY_ACCEPTED') {
    const name = (detail.user as Holder | undefined)?.name
    toastWarning(name ? i18n.t('tickets.alreadyAccepted', { name }) : i18n.t('tickets.alreadyAcceptedUnknown'))
  } else if (code === 'ERR_OTHER_OPEN_TICKET') {
    const name = (detail.ticket as { user?: Holder | null } | undefined)?.user?.name
    toastWarning(name ? i18n.t('tickets.otherOpen', { name }) : i18n.t('tickets.otherOpenNobody'))
  } else if (code === 'ERR_TICKET_STATE') toastWarning(i18n.t('tickets.stateChanged'))
  else toastError(thrown)
  if (code === 'ERR_UNREACHABLE' || code === 'ERR_RATE_LIMIT') return
  await findTicket(ticket.uuid).then(heard, () => dropTicket(ticket.id))
}

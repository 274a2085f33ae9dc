import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { changesTicket, mayShowAll } from '../../../../src/shared/permissions'
import { roleOf } from '../../../lib/can'
import { useAction } from '../../../lib/keys'
import { me } from '../../../lib/session'
import { closeTicket, returnTicket } from './actions/leave-ticket'
import { markTicketUnread, mayMarkUnread, mayPin, togglePin } from './actions/mark-actions'
import { mayWrite, toAgent } from './actions/message-actions'
import { focusedRow, goToTicket, isInList, neighbour, ticketOnScreen } from './actions/next-ticket'
import { enterList, openList, openSearch } from './actions/open-list'
import { acceptNextTicket, acceptTicket, mayClose } from './actions/ticket-actions'
import { composerState, focusComposer, type Mode } from './store/composer'
import { toggleSelected } from './store/selection'
import { counts, lists, tab } from './store/tickets'
import { openTransfer } from './thread/more-actions'

/** Keyboard shortcuts for tickets: a letter in the list, the same letter with Alt anywhere (docs/adr/0031). */
export function useTicketKeys() {
  const move = { repeats: true, when: () => neighbour(1) !== undefined || neighbour(-1) !== undefined }
  useAction('list.enter', enterList, { when: isAboveList })
  useAction('ticket.next', () => goToTicket(neighbour(1), { staysInList: isInList() }), move)
  useAction('ticket.previous', () => goToTicket(neighbour(-1), { staysInList: isInList() }), move)
  useAction('ticket.nextWriting', () => goToTicket(neighbour(1)), move)
  useAction('ticket.previousWriting', () => goToTicket(neighbour(-1)), move)
  useAction('search', openSearch)
  useAction('lists.open', () => openList('mine'))
  useAction('lists.pending', () => openList('waiting'))
  useAction('lists.robot', () => openList('robot'))
  useAction('lists.closed', () => openList('closed'))
  useAction('lists.all', () => openList('all'), { when: () => me.peek() !== null && mayShowAll(roleOf(me.peek()!)) })
  useAction('ticket.select', () => withTicket(({ id }) => toggleSelected(id)), { when: forTarget(isListed) })

  useAction('ticket.accept', () => withTicket(acceptTicket), { when: forTarget(({ status }) => status !== 'open') })
  useAction('ticket.acceptNext', acceptNextTicket, { when: () => counts.waiting.peek() > 0 })
  useAction('ticket.reply', () => openComposer('reply'), { when: isWritable })
  useAction('ticket.note', () => openComposer('note'), { when: isWritable })
  useAction('ticket.close', () => withTicket(closeTicket), { when: forTarget(mayClose) })
  useAction('ticket.return', () => withTicket(returnTicket), { when: forTarget(isWritableByMe) })
  useAction('ticket.unread', () => withTicket(markTicketUnread), { when: forTarget(mayMarkUnread) })
  useAction('ticket.pin', () => withTicket(togglePin), { when: forTarget(mayPin) })
  useAction('ticket.transfer', () => withTicket(openTransfer), { when: isTransferable })
}

/** Ticket that a shortcut acts on: the one whose row has the focus, otherwise the one on screen. */
const targetTicket = (): Ticket | undefined => focusedRow() ?? ticketOnScreen()

/** True while the focus is on an element around the list, or on the list's tab. */
function isAboveList() {
  const { activeElement } = document
  const panel = document.getElementById(activeElement?.getAttribute('aria-controls') ?? '')
  return [activeElement, panel].some((element) => element?.querySelector('[data-letter-keys] [data-main]'))
}
const withTicket = (action: (ticket: Ticket) => unknown) => {
  const ticket = targetTicket()
  if (ticket) void action(ticket)
}
const forTarget = (matches: (ticket: Ticket) => boolean) => () => {
  const ticket = targetTicket()
  return ticket !== undefined && matches(ticket)
}
const isListed = ({ id }: Ticket) => lists[tab.peek()].get(id) !== undefined
const isWritableByMe = (ticket: Ticket) => mayWrite(me.peek()!, ticket)
const isWritable = () => ticketOnScreen() !== undefined && isWritableByMe(ticketOnScreen()!)
/** True if the ticket on screen can be transferred; the dialog is part of its conversation. */
const isTransferable = () => {
  const ticket = ticketOnScreen()
  return ticket !== undefined && ticket.status !== 'closed' && changesTicket(toAgent(me.peek()!), ticket)
}

function openComposer(mode: Mode) {
  const ticket = ticketOnScreen()
  if (!ticket) return
  composerState(ticket.id).mode.value = mode
  focusComposer()
}

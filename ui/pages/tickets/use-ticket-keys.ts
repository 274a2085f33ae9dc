import { navigate } from 'wouter/use-browser-location'
import type { Ticket } from '../../../src/features/tickets/model'
import { changesTicket } from '../../../src/shared/permissions'
import { useAction } from '../../lib/keys'
import { toTickets } from '../../lib/paths'
import { me } from '../../lib/session'
import { expectTypingField } from '../../lib/type-to-focus'
import { focusRow } from './actions/focus-row'
import { markTicketUnread, mayMarkUnread, mayPin, togglePin } from './actions/mark-actions'
import { mayWrite, toAgent } from './actions/message-actions'
import { acceptTicket, closeTicket, mayClose, returnTicket } from './actions/ticket-actions'
import { composerState, focusComposer, type Mode, openWithoutFocus } from './store/composer'
import { toggleSelected } from './store/selection'
import { findThreadByUuid } from './store/threads'
import { findTicketInLists, lists, tab } from './store/tickets'
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
  useAction('ticket.select', () => withTicket(({ id }) => toggleSelected(id)), { when: forTarget(isListed) })

  useAction('ticket.accept', () => withTicket(acceptTicket), { when: forTarget(({ status }) => status !== 'open') })
  useAction('ticket.reply', () => openComposer('reply'), { when: isWritable })
  useAction('ticket.note', () => openComposer('note'), { when: isWritable })
  useAction('ticket.close', () => withTicket(closeAndOpenNext), { when: forTarget(mayClose) })
  useAction('ticket.return', () => withTicket(returnTicket), { when: forTarget(isWritableByMe) })
  useAction('ticket.unread', () => withTicket(markTicketUnread), { when: forTarget(mayMarkUnread) })
  useAction('ticket.pin', () => withTicket(togglePin), { when: forTarget(mayPin) })
  useAction('ticket.transfer', () => withTicket(openTransfer), { when: isTransferable })
}

/** Ticket that a shortcut acts on: the one whose row has the focus, otherwise the one on screen. */
const targetTicket = (): Ticket | undefined => focusedRow() ?? ticketOnScreen()

function focusedRow(): Ticket | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-ticket]')
  return row ? lists[tab.peek()].get(Number(row.dataset.ticket)) : undefined
}

/** True while the focus is on an element around the list, or on the list's tab. */
function isAboveList() {
  const { activeElement } = document
  const panel = document.getElementById(activeElement?.getAttribute('aria-controls') ?? '')
  return [activeElement, panel].some((element) => element?.querySelector('[data-letter-keys] [data-main]'))
}
const enterList = () => document.querySelector<HTMLElement>('[data-letter-keys] [data-main][tabindex="0"]')?.focus()
/** True if the next conversation must leave the focus in the list; otherwise its composer gets the focus. */
const isInList = () => focusedRow() !== undefined || ticketOnScreen() === undefined

const ticketOnScreen = (): Ticket | undefined => {
  const [, uuid] = /^\/tickets\/([^/]+)$/.exec(location.pathname) ?? []
  return uuid === undefined ? undefined : (findThreadByUuid(uuid)?.ticket.peek() ?? findTicketInLists(uuid))
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

/** Row `step` below or above in the visible list; the first row if no ticket is focused or on screen. */
function neighbour(step: 1 | -1, of: Ticket | undefined = ticketOnScreen() ?? focusedRow()): Ticket | undefined {
  const rows = lists[tab.peek()].rows.peek()
  const at = rows.findIndex(({ id }) => id === of?.id)
  return at < 0 ? rows[0] : rows[at + step]
}

function goToTicket(ticket: Ticket | undefined, { staysInList = false } = {}) {
  if (!ticket) return
  if (staysInList) openWithoutFocus(toTickets(ticket.uuid))
  else expectTypingField()
  navigate(toTickets(ticket.uuid))
  if (neighbour(1, ticket) === undefined) void lists[tab.peek()].more()
  // The old row loses the focus at once, or a second key before the next frame would act on it.
  if (staysInList && !focusRow(ticket.id)) (document.activeElement as HTMLElement | null)?.blur()
  requestAnimationFrame(() => {
    document.querySelector(`[data-ticket="${ticket.id}"]`)?.scrollIntoView({ block: 'nearest' })
    if (staysInList) focusRow(ticket.id)
  })
}

async function closeAndOpenNext(ticket: Ticket) {
  const staysInList = isInList()
  const wasOnScreen = location.pathname === toTickets(ticket.uuid)
  const next = neighbour(1, ticket) ?? neighbour(-1, ticket)
  await closeTicket(ticket)
  // A focused row would be held in the list although its ticket is closed.
  if (!next) (document.activeElement as HTMLElement | null)?.blur()
  if (wasOnScreen && next && location.pathname === toTickets()) goToTicket(next, { staysInList })
}

function openComposer(mode: Mode) {
  const ticket = ticketOnScreen()
  if (!ticket) return
  composerState(ticket.id).mode.value = mode
  focusComposer()
}

function openSearch() {
  tab.value = 'search'
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[role=tabpanel] search input')?.focus())
}

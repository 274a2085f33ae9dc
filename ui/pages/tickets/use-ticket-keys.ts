import { navigate } from 'wouter/use-browser-location'
import type { Ticket } from '../../../src/features/tickets/model'
import { changesTicket } from '../../../src/shared/permissions'
import { useAction } from '../../lib/keys'
import { toTickets } from '../../lib/paths'
import { me } from '../../lib/session'
import { mayMarkUnread, mayPin, togglePin, unreadTicket } from './actions/mark-actions'
import { agentOf, mayWrite } from './actions/message-actions'
import { closeTicket, mayClose, returnTicket, takeTicket } from './actions/ticket-actions'
import { composerOf, type Mode, openQuietly, wantFocus } from './store/composer'
import { toggleSelected } from './store/selection'
import { knownThreadByUuid } from './store/threads'
import { knownTicket, lists, tab } from './store/tickets'
import { transferring } from './thread/more-actions'

/** What a person does with tickets by single keys, and from one to the next also while writing. */
export function useTicketKeys() {
  const move = { repeats: true, when: () => neighbour(1) !== undefined || neighbour(-1) !== undefined }
  useAction('ticket.next', () => go(neighbour(1), { quietly: true }), move)
  useAction('ticket.previous', () => go(neighbour(-1), { quietly: true }), move)
  useAction('ticket.nextWriting', () => go(neighbour(1)), move)
  useAction('ticket.previousWriting', () => go(neighbour(-1)), move)
  useAction('search', startSearch)
  useAction('ticket.select', () => withTicket(({ id }) => toggleSelected(id)), { when: is(isListed) })

  useAction('ticket.accept', () => withTicket(takeTicket), { when: is(({ status }) => status !== 'open') })
  useAction('ticket.reply', () => write('reply'), { when: isWritable })
  useAction('ticket.note', () => write('note'), { when: isWritable })
  useAction('ticket.close', () => withTicket(closeAndGoOn), { when: is(mayClose) })
  useAction('ticket.return', () => withTicket(returnTicket), { when: is(mine) })
  useAction('ticket.unread', () => withTicket(unreadTicket), { when: is(mayMarkUnread) })
  useAction('ticket.pin', () => withTicket(togglePin), { when: is(mayPin) })
  useAction('ticket.transfer', () => withTicket(transferring), { when: isTransferable })
}

/** The ticket meant: the one whose row has the focus, else the one on screen. */
function meant(): Ticket | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-ticket]')
  const focused = row && lists[tab.peek()].get(Number(row.dataset.ticket))
  return focused ?? shown()
}

const shown = (): Ticket | undefined => {
  const [, uuid] = /^\/tickets\/([^/]+)$/.exec(location.pathname) ?? []
  return uuid === undefined ? undefined : (knownThreadByUuid(uuid)?.ticket.peek() ?? knownTicket(uuid))
}

const withTicket = (work: (ticket: Ticket) => unknown) => {
  const ticket = meant()
  if (ticket) void work(ticket)
}
const is = (fits: (ticket: Ticket) => boolean) => () => {
  const ticket = meant()
  return ticket !== undefined && fits(ticket)
}
const isListed = ({ id }: Ticket) => lists[tab.peek()].get(id) !== undefined
const mine = (ticket: Ticket) => mayWrite(me.peek()!, ticket)
const isWritable = () => shown() !== undefined && mine(shown()!)
/** The window for it belongs to the conversation. */
const isTransferable = () => {
  const ticket = shown()
  return ticket !== undefined && ticket.status !== 'closed' && changesTicket(agentOf(me.peek()!), ticket)
}

/** Of the list that is looked at; without a ticket on screen the first one. */
function neighbour(step: 1 | -1, of: Ticket | undefined = shown()): Ticket | undefined {
  const rows = lists[tab.peek()].rows.peek()
  const at = rows.findIndex(({ id }) => id === of?.id)
  return at < 0 ? rows[0] : rows[at + step]
}

function go(ticket: Ticket | undefined, { quietly = false } = {}) {
  if (!ticket) return
  if (quietly) openQuietly(toTickets(ticket.uuid))
  navigate(toTickets(ticket.uuid))
  if (neighbour(1, ticket) === undefined) void lists[tab.peek()].more()
  requestAnimationFrame(() => reveal(ticket.id, quietly))
}

/** The row comes into view, and has the focus unless somebody writes. */
function reveal(id: number, focus: boolean) {
  const row = document.querySelector<HTMLElement>(`[data-ticket="${id}"]`)
  row?.scrollIntoView({ block: 'nearest' })
  if (focus) row?.querySelector<HTMLElement>('[data-main]')?.focus({ preventScroll: true })
}

async function closeAndGoOn(ticket: Ticket) {
  const wasShown = location.pathname === toTickets(ticket.uuid)
  const next = neighbour(1, ticket) ?? neighbour(-1, ticket)
  await closeTicket(ticket)
  // A row in focus is held in its place, closed or not.
  if (!next) (document.activeElement as HTMLElement | null)?.blur()
  if (wasShown && next && location.pathname === toTickets()) go(next, { quietly: true })
}

function write(mode: Mode) {
  const ticket = shown()
  if (!ticket) return
  composerOf(ticket.id).mode.value = mode
  wantFocus()
}

function startSearch() {
  tab.value = 'search'
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[role=tabpanel] search input')?.focus())
}

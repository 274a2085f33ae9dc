import { navigate } from 'wouter/use-browser-location'
import type { Ticket } from '../../../src/features/tickets/model'
import { changesTicket } from '../../../src/shared/permissions'
import { useAction } from '../../lib/keys'
import { toTickets } from '../../lib/paths'
import { me } from '../../lib/session'
import { expectTypingField } from '../../lib/type-to-focus'
import { focusRow } from './actions/focus-row'
import { mayMarkUnread, mayPin, togglePin, unreadTicket } from './actions/mark-actions'
import { agentOf, mayWrite } from './actions/message-actions'
import { closeTicket, mayClose, returnTicket, takeTicket } from './actions/ticket-actions'
import { composerState, focusComposer, type Mode, openWithoutFocus } from './store/composer'
import { toggleSelected } from './store/selection'
import { findThreadByUuid } from './store/threads'
import { knownTicket, lists, tab } from './store/tickets'
import { transferring } from './thread/more-actions'

/** Keyboard shortcuts for tickets: a letter in the list, the same letter with Alt anywhere (docs/adr/0031). */
export function useTicketKeys() {
  const move = { repeats: true, when: () => neighbour(1) !== undefined || neighbour(-1) !== undefined }
  useAction('list.enter', enterList, { when: isAboveList })
  useAction('ticket.next', () => go(neighbour(1), { quietly: isInList() }), move)
  useAction('ticket.previous', () => go(neighbour(-1), { quietly: isInList() }), move)
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

/** Ticket that a shortcut acts on: the one whose row has the focus, otherwise the one on screen. */
const meant = (): Ticket | undefined => focusedRow() ?? shown()

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
const isInList = () => focusedRow() !== undefined || shown() === undefined

const shown = (): Ticket | undefined => {
  const [, uuid] = /^\/tickets\/([^/]+)$/.exec(location.pathname) ?? []
  return uuid === undefined ? undefined : (findThreadByUuid(uuid)?.ticket.peek() ?? knownTicket(uuid))
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
/** True if the ticket on screen can be transferred; the dialog is part of its conversation. */
const isTransferable = () => {
  const ticket = shown()
  return ticket !== undefined && ticket.status !== 'closed' && changesTicket(agentOf(me.peek()!), ticket)
}

/** Row `step` below or above in the visible list; the first row if no ticket is focused or on screen. */
function neighbour(step: 1 | -1, of: Ticket | undefined = shown() ?? focusedRow()): Ticket | undefined {
  const rows = lists[tab.peek()].rows.peek()
  const at = rows.findIndex(({ id }) => id === of?.id)
  return at < 0 ? rows[0] : rows[at + step]
}

function go(ticket: Ticket | undefined, { quietly = false } = {}) {
  if (!ticket) return
  if (quietly) openWithoutFocus(toTickets(ticket.uuid))
  else expectTypingField()
  navigate(toTickets(ticket.uuid))
  if (neighbour(1, ticket) === undefined) void lists[tab.peek()].more()
  // The old row loses the focus at once, or a second key before the next frame would act on it.
  if (quietly && !focusRow(ticket.id)) (document.activeElement as HTMLElement | null)?.blur()
  requestAnimationFrame(() => {
    document.querySelector(`[data-ticket="${ticket.id}"]`)?.scrollIntoView({ block: 'nearest' })
    if (quietly) focusRow(ticket.id)
  })
}

async function closeAndGoOn(ticket: Ticket) {
  const quietly = isInList()
  const wasShown = location.pathname === toTickets(ticket.uuid)
  const next = neighbour(1, ticket) ?? neighbour(-1, ticket)
  await closeTicket(ticket)
  // A focused row would be held in the list although its ticket is closed.
  if (!next) (document.activeElement as HTMLElement | null)?.blur()
  if (wasShown && next && location.pathname === toTickets()) go(next, { quietly })
}

function write(mode: Mode) {
  const ticket = shown()
  if (!ticket) return
  composerState(ticket.id).mode.value = mode
  focusComposer()
}

function startSearch() {
  tab.value = 'search'
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[role=tabpanel] search input')?.focus())
}

import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { expectTypingField } from '../../../../lib/held-words'
import { navigate } from '../../../../lib/leave-guard'
import { toTickets } from '../../../../lib/paths'
import { openWithoutFocus } from '../store/composer'
import { findThreadByUuid } from '../store/threads'
import { findTicketInLists, lists, tab } from '../store/tickets'
import { focusRow } from './focus-row'

/** Ticket of the row that has the focus. */
export function focusedRow(): Ticket | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-ticket]')
  return row ? lists[tab.peek()].get(Number(row.dataset.ticket)) : undefined
}

/** True if the next conversation must leave the focus in the list; otherwise its composer gets the focus. */
export const isInList = () => focusedRow() !== undefined || ticketOnScreen() === undefined

export const ticketOnScreen = (): Ticket | undefined => {
  const [, uuid] = /^\/tickets\/([^/]+)$/.exec(location.pathname) ?? []
  return uuid === undefined ? undefined : (findThreadByUuid(uuid)?.ticket.peek() ?? findTicketInLists(uuid))
}

/** Row `step` below or above in the visible list; the first row if no ticket is focused or on screen. */
export function neighbour(step: 1 | -1, of: Ticket | undefined = ticketOnScreen() ?? focusedRow()): Ticket | undefined {
  const rows = lists[tab.peek()].rows.peek()
  const at = rows.findIndex(({ id }) => id === of?.id)
  return at < 0 ? rows[0] : rows[at + step]
}

export function goToTicket(ticket: Ticket | undefined, { staysInList = false } = {}) {
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

/** True if the list is beside the conversation, as on wide screens. */
export const isListShown = () => document.querySelector<HTMLElement>('[data-letter-keys]')?.offsetParent != null

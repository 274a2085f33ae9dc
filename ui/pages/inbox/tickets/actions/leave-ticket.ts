import { effect, untracked } from '@preact/signals-react'
import i18n from 'i18next'
import { toast } from 'sonner'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { confirm } from '../../../../components/confirm'
import { draft } from '../../../../lib/drafts'
import { expectTypingField } from '../../../../lib/held-words'
import { navigate } from '../../../../lib/leave-guard'
import { toConversation, toTickets } from '../../../../lib/paths'
import { formatDateTime } from '../../../../lib/time'
import { type CloseOptions, offeredOutcomes, openClosing } from '../store/closing'
import { composerState, focusComposer } from '../store/composer'
import { closeWith, setTicketStatus, snooze, unsnooze } from '../store/requests'
import { findThread } from '../store/threads'
import { focusedRow, goToTicket, isInList, isListShown, neighbour } from './next-ticket'
import { shareRequest } from './share-request'
import { acceptTicket, applyTicketResponse, isOnScreen, showFailureAndRefresh } from './ticket-actions'

/** Actions that take a ticket from the list of open tickets: return, close, snooze. */

/** Time in ms that an undo button is shown. */
const undoDuration = 8000

export const returnTicket = (ticket: Ticket) =>
  shareRequest(`pending:${ticket.id}`, () =>
    setStatusAndLeave(ticket, 'pending', () => setTicketStatus(ticket.id, 'pending')),
  )

/** Closes the ticket and opens the next one; asks for an outcome first if the company requires one. */
export const closeTicket = async (ticket: Ticket) =>
  offeredOutcomes().isRequired ? openClosing(ticket) : closeAndOpenNext(ticket, {})

/**
 * Closes the ticket, after a question if it has an unsent reply. If it was on screen beside the list, the next one of the
 * list takes its place.
 */
export async function closeAndOpenNext(ticket: Ticket, options: CloseOptions) {
  if (hasUnsentReply(ticket)) {
    const release = expectTypingField()
    if (!(await confirmCloseWithDraft())) {
      release()
      // After the dialog has given the focus back to the button that opened it, where letters would be lost.
      setTimeout(focusComposer)
      return
    }
    // Without a next conversation the words become part of the reply, which the closed one keeps.
    if (!opensNext(ticket)) release()
  }
  await closeNow(ticket, options)
}

const hasUnsentReply = ({ id }: Ticket) =>
  draft(id).peek().text.trim() !== '' || composerState(id).attachments.peek().length > 0

const confirmCloseWithDraft = () =>
  confirm({
    title: i18n.t('tickets.closeDraftTitle'),
    text: i18n.t('tickets.closeDraftText'),
    action: i18n.t('tickets.closeDraftAction'),
    holdsWords: true,
  })

const closeNow = (ticket: Ticket, options: CloseOptions) =>
  shareRequest(`closed:${ticket.id}`, () =>
    setStatusAndLeave(ticket, 'closed', () => closeWith(ticket.id, options), prepareNext(ticket)).finally(
      holdWordsForNext(ticket),
    ),
  )

/** Snoozes the ticket until a local time; the next one takes its place as after a close. @throws a refusal */
export const snoozeAndOpenNext = (ticket: Ticket, until: string) =>
  shareRequest(`snooze:${ticket.id}`, () => snoozeAndLeave(ticket, until))

async function snoozeAndLeave(ticket: Ticket, until: string) {
  const openNext = prepareNext(ticket)
  const { snoozedUntil } = applyTicketResponse(await snooze(ticket.id, until))
  leaveTicket(ticket, openNext)
  offerUndo(i18n.t('inbox.snoozed', { at: formatDateTime(snoozedUntil ?? '') }), async () => {
    await endSnooze(ticket)
    navigate(toConversation(ticket.uuid))
  })
}

/**
 * Returns a function that opens the next ticket of the list if this one was on screen beside the list. Call it before
 * the action that takes the ticket from the list.
 */
export function prepareNext(ticket: Ticket): () => void {
  const staysInList = isInList()
  const hadRowFocus = focusedRow() !== undefined
  const wasOnScreen = location.pathname === toTickets(ticket.uuid)
  const next = nextOf(ticket)
  return () => {
    // A focused row would be held in the list although its ticket is closed.
    if (!next && hadRowFocus) (document.activeElement as HTMLElement | null)?.blur()
    if (wasOnScreen && next && location.pathname === toTickets()) goToTicket(next, { staysInList })
  }
}
const nextOf = (ticket: Ticket) => (isListShown() ? (neighbour(1, ticket) ?? neighbour(-1, ticket)) : undefined)

/**
 * Holds words typed from now on for the ticket that takes the place of this one (docs/adr/0095). Returns the function
 * that gives them back if it does not.
 */
export function holdWordsForNext(ticket: Ticket): () => void {
  return opensNext(ticket) ? expectTypingField() : () => {}
}

const opensNext = (ticket: Ticket) =>
  !isInList() && nextOf(ticket) !== undefined && location.pathname === toTickets(ticket.uuid)

export async function endSnooze(ticket: Ticket) {
  try {
    applyTicketResponse(await unsnooze(ticket.id))
  } catch (failure) {
    await showFailureAndRefresh(ticket, failure)
  }
}

const toastKeys = { closed: 'tickets.closed', pending: 'tickets.returned' } as const
const toastKey = (status: keyof typeof toastKeys, { id }: Ticket) =>
  status === 'closed' && draft(id).peek().text ? 'tickets.closedWithDraft' : toastKeys[status]

/**
 * Changes the state, leaves the ticket and offers to undo it. Leaves with the event if it arrives before the response:
 * otherwise the conversation would be shown as closed for a moment, with other buttons and a lower footer.
 */
async function setStatusAndLeave(
  ticket: Ticket,
  status: keyof typeof toastKeys,
  change: () => Promise<Ticket>,
  openNext = () => {},
) {
  const leaveOnce = once(() => leaveTicket(ticket, openNext))
  const stop = whenShown(ticket, (shown) => shown.status === status, leaveOnce)
  try {
    applyTicketResponse(await change())
    leaveOnce()
    offerUndo(i18n.t(toastKey(status, ticket)), () => undo(ticket))
  } catch (failure) {
    await showFailureAndRefresh(ticket, failure)
  } finally {
    stop()
  }
}

/** Function that runs at its first call only. */
export function once(run: () => void): () => void {
  let hasRun = false
  return () => {
    if (!hasRun) run()
    hasRun = true
  }
}

/** Calls `action` when the loaded conversation comes to match; returns a function that ends it. */
export function whenShown(ticket: Ticket, matches: (shown: Ticket) => boolean, action: () => void): () => void {
  const shown = findThread(ticket.id)?.ticket
  if (!shown || matches(ticket)) return () => {}
  return effect(() => {
    if (matches(shown.value)) untracked(action)
  })
}

/** Leaves the ticket if it is still on screen, then opens the next one. */
export function leaveTicket(ticket: Ticket, openNext: () => void) {
  if (isOnScreen(ticket)) navigate(toConversation())
  openNext()
}

const offerUndo = (text: string, undo: () => Promise<void>) =>
  toast.message(text, {
    duration: undoDuration,
    action: { label: i18n.t('tickets.undo'), onClick: () => void undo() },
  })

/** A returned pending ticket is accepted and returned again. */
async function undo(ticket: Ticket) {
  if (ticket.status !== 'pending') return acceptTicket(ticket)
  try {
    applyTicketResponse(await setTicketStatus(ticket.id, 'open'))
    applyTicketResponse(await setTicketStatus(ticket.id, 'pending'))
  } catch (failure) {
    await showFailureAndRefresh(ticket, failure)
  }
}

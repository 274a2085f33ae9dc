import i18n from 'i18next'
import { toast } from 'sonner'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { changesTicket, seesTicket } from '../../../../../src/shared/permissions'
import { confirm } from '../../../../components/confirm'
import { asFailure } from '../../../../lib/failure'
import { expectTypingField } from '../../../../lib/held-words'
import { navigate } from '../../../../lib/leave-guard'
import { toConversation } from '../../../../lib/paths'
import { me } from '../../../../lib/session'
import { toastError, toastSuccess, toastWarning } from '../../../../lib/toast'
import { focusComposer } from '../store/composer'
import { joinIds, queueIds } from '../store/filters'
import { filterQuery } from '../store/list-filter'
import { moveAway } from '../store/own-moves'
import { acceptNext, fetchTicket, removeTicket, setTicketStatus, stopRobot } from '../store/requests'
import { showList } from '../store/search-mode'
import { applyTicketToThreads, findThread } from '../store/threads'
import { applyTicketToLists, dropTicketFromLists, findTicketInLists, tab } from '../store/tickets'
import { toAgent } from './message-actions'
import { otherOpenText, otherOpenTicket } from './other-open-ticket'
import { shareRequest } from './share-request'

/**
 * Applies a ticket from a response, unless an event has brought a newer version; returns the newer one. Removes a ticket
 * that the user no longer sees: the event that does the same may have come before.
 */
export function applyTicketResponse(ticket: Ticket) {
  const loaded = findThread(ticket.id)?.ticket.peek() ?? findTicketInLists(ticket.uuid)
  if (loaded && loaded.updatedAt > ticket.updatedAt) return loaded
  const user = me.peek()
  if (user && !seesTicket(toAgent(user), ticket)) {
    dropTicketFromLists(ticket.id)
    return ticket
  }
  applyTicketToLists(ticket)
  applyTicketToThreads(ticket)
  return ticket
}

/**
 * Accepts or reopens a ticket and opens it, unless the user has navigated meanwhile. Keys pressed before the composer
 * is mounted are passed on to it.
 */
export const acceptTicket = (ticket: Ticket) =>
  shareRequest(`open:${ticket.id}`, () =>
    openWhenAccepted(
      () => setTicketStatus(ticket.id, 'open'),
      (failure) => showFailureAndRefresh(ticket, failure),
    ),
  )

/**
 * Accepts the pending ticket that has waited longest, chosen by the server, and opens it. A second press before the
 * response takes no second ticket.
 */
export const acceptNextTicket = () =>
  shareRequest('next', () =>
    openWhenAccepted(
      async () => {
        const { ticket } = await acceptNext(pendingFilter())
        if (!ticket) toast.message(i18n.t('tickets.nextNone'))
        return ticket
      },
      async (failure) => toastError(failure),
    ),
  )

/** The filter of the waiting list. */
function pendingFilter() {
  const { unanswered, withUnreadMessages, tags, whatsappIds } = filterQuery('waiting')
  return { queueIds: joinIds(queueIds.peek()), unanswered, withUnreadMessages, tags, whatsappIds }
}

async function openWhenAccepted(accept: () => Promise<Ticket | null>, onFailure: (thrown: unknown) => Promise<void>) {
  const before = currentView()
  const endExpecting = expectTypingField()
  try {
    const accepted = await accept()
    const ticket = accepted && applyTicketResponse(accepted)
    if (!ticket || currentView() !== before) return endExpecting()
    showList('mine')
    navigate(toConversation(ticket.uuid))
    focusComposer()
  } catch (failure) {
    endExpecting()
    await onFailure(failure)
  }
}

const currentView = () => `${location.pathname}${location.search} ${tab.peek()}`

/** Stops the robot; the ticket goes on waiting. */
export async function stopBot(ticket: Ticket) {
  try {
    applyTicketResponse(await stopRobot(ticket.id))
    toastSuccess(i18n.t('tickets.botStopped'))
  } catch (failure) {
    await showFailureAndRefresh(ticket, failure)
  }
}
/** True if the ticket is open or pending and the user may change it; the server applies the same rule. */
export const mayClose = (ticket: Ticket) => ticket.status !== 'closed' && changesTicket(toAgent(me.peek()!), ticket)

/** True if the address is that of the ticket, with or without further parameters. */
export const isOnScreen = ({ uuid }: Ticket) => (location.pathname + location.search).startsWith(toConversation(uuid))

/** Deletes a ticket after confirmation; cannot be undone. */
export async function deleteTicket(ticket: Ticket) {
  const isConfirmed = await confirm({
    title: i18n.t('inbox.deleteTitle'),
    text: i18n.t('inbox.deleteText'),
    action: i18n.t('inbox.deleteTicket'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await moveAway(ticket.id, () => removeTicket(ticket.id))
    if (isOnScreen(ticket)) navigate(toConversation())
    dropTicketFromLists(ticket.id)
    toastSuccess(i18n.t('inbox.deleted'))
  } catch (failure) {
    toastError(failure)
  }
}

interface ConflictingUser {
  name?: string
}

/** Shows what a colleague did meanwhile, or the error, and updates the lists. */
export async function showFailureAndRefresh(ticket: Ticket, thrown: unknown) {
  const text = refusalText(thrown)
  if (text) toastWarning(text)
  else toastError(thrown)
  await refreshTicket(ticket, thrown)
}

/** Text for a refusal caused by a colleague's action; undefined for other errors. */
export function refusalText(thrown: unknown): string | undefined {
  const { code, detail } = asFailure(thrown)
  if (code === 'ERR_TICKET_STATE') return i18n.t('tickets.stateChanged')
  if (code === 'ERR_TICKET_ALREADY_ACCEPTED') {
    const name = (detail.user as ConflictingUser | undefined)?.name
    return name ? i18n.t('tickets.alreadyAccepted', { name }) : i18n.t('tickets.alreadyAcceptedUnknown')
  }
  const other = otherOpenTicket(thrown)
  return other && otherOpenText(other)
}

/** Loads the current version of the ticket into the lists, or removes it if it is no longer accessible. */
export async function refreshTicket(ticket: Ticket, thrown: unknown) {
  const { code } = asFailure(thrown)
  if (code === 'ERR_UNREACHABLE' || code === 'ERR_RATE_LIMIT') return
  await fetchTicket(ticket.uuid).then(applyTicketResponse, () => dropTicketFromLists(ticket.id))
}

import i18n from 'i18next'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { changesTicket } from '../../../../../src/shared/permissions'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { navigate } from '../../../../lib/leave-guard'
import { toConversation } from '../../../../lib/paths'
import { me } from '../../../../lib/session'
import { errorText, toastSuccess, toastWarning } from '../../../../lib/toast'
import { mayMarkRead, mayMarkUnread } from '../actions/mark-actions'
import { toAgent } from '../actions/message-actions'
import { applyTicketResponse, isOnScreen, mayClose, refreshTicket, refusalText } from '../actions/ticket-actions'
import { askBulkClose, type CloseOptions } from '../store/closing'
import {
  addTag,
  closeWith,
  markRead,
  markUnread,
  replaceTags,
  setTicketStatus,
  transferTicket,
} from '../store/requests'
import { clearSelection, selectedTickets } from '../store/selection'

/** Action on each selected ticket that allows it; the server checks each one. */
export interface BulkAction {
  isAllowed: (ticket: Ticket) => boolean
  run: (ticket: Ticket) => Promise<Ticket>
}

const mayChange = (ticket: Ticket) => changesTicket(toAgent(me.peek()!), ticket)
const isMine = ({ userId }: Ticket) => userId === me.peek()?.id

/** Accepts pending tickets and takes over those of colleagues. */
export const bulkAccept: BulkAction = {
  isAllowed: (ticket) =>
    ticket.status !== 'closed' && !(ticket.status === 'open' && isMine(ticket)) && mayChange(ticket),
  run: ({ id, status }) =>
    status === 'pending' ? setTicketStatus(id, 'open') : transferTicket(id, { userId: me.peek()!.id }),
}
export const bulkClose = (options: CloseOptions = {}): BulkAction => ({
  isAllowed: mayClose,
  run: ({ id }) => closeWith(id, options),
})
export const bulkMarkRead: BulkAction = { isAllowed: mayMarkRead, run: ({ id }) => markRead(id) }
export const bulkMarkUnread: BulkAction = {
  isAllowed: mayMarkUnread,
  run: (ticket) => {
    if (isOnScreen(ticket)) navigate(toConversation()) // a ticket on screen would be marked read again
    return markUnread(ticket.id)
  },
}
export const bulkAddTag = (tagId: number): BulkAction => ({
  isAllowed: (ticket) => mayChange(ticket) && !ticket.tags.some(({ id }) => id === tagId),
  run: ({ id }) => addTag(id, tagId),
})
export const bulkRemoveTag = (tagId: number): BulkAction => ({
  isAllowed: (ticket) => mayChange(ticket) && ticket.tags.some(({ id }) => id === tagId),
  run: ({ id, tags }) =>
    replaceTags(
      id,
      tags.map((tag) => tag.id).filter((one) => one !== tagId),
    ),
})

/** Takes all tickets and shows how many succeeded; the others stay selected. */
export async function acceptAll(tickets: Ticket[]) {
  const count = await runBulk(bulkAccept, tickets)
  if (count > 0) toastSuccess(i18n.t('inbox.bulkTaken', { count }))
}

/** Asks first, because the customers receive a farewell message, and for one outcome of all. */
export async function closeAll(tickets: Ticket[]) {
  const options = await askBulkClose(tickets.filter(mayClose).length)
  if (!options) return
  const count = await runBulk(bulkClose(options), tickets)
  if (count > 0) toastSuccess(i18n.t('inbox.bulkClosed', { count }))
}

/** Maximum number of concurrent requests. */
const concurrency = 4

/** Runs the action on each ticket and shows failures with their reason. Returns the number of successes. */
export async function runBulk({ isAllowed, run }: BulkAction, tickets: Ticket[]): Promise<number> {
  const queue = tickets.filter(isAllowed)
  const failed: { ticket: Ticket; reason: string }[] = []
  const total = queue.length
  const worker = async () => {
    for (let ticket = queue.shift(); ticket; ticket = queue.shift()) {
      const current = ticket
      await run(current).then(applyTicketResponse, async (thrown) => {
        failed.push({ ticket: current, reason: refusalText(thrown) ?? errorText(thrown) })
        await refreshTicket(current, thrown)
      })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  for (const [reason, names] of groupByReason(failed)) toastWarning(i18n.t('inbox.bulkFailed', { names, reason }))
  if (selectedTickets.peek().length === 0) clearSelection()
  return total - failed.length
}

/** Maximum number of names in one toast. */
const maxNames = 5

function groupByReason(failed: { ticket: Ticket; reason: string }[]): [reason: string, names: string][] {
  const groups = Map.groupBy(failed, ({ reason }) => reason)
  return [...groups].map(([reason, all]) => {
    const names = all.slice(0, maxNames).map(({ ticket }) => ticketContactName(ticket))
    return [reason, [...names, ...(all.length > maxNames ? ['…'] : [])].join(', ')]
  })
}

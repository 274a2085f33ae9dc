import i18n from 'i18next'
import { navigate } from 'wouter/use-browser-location'
import type { Ticket } from '../../../../src/features/tickets/model'
import { changesTicket } from '../../../../src/shared/permissions'
import { confirm } from '../../../components/confirm'
import { ticketContactName } from '../../../contact/ticket-contact-name'
import { toConversation } from '../../../lib/paths'
import { me } from '../../../lib/session'
import { errorText, toastSuccess, toastWarning } from '../../../lib/toast'
import { mayMarkRead, mayMarkUnread } from '../actions/mark-actions'
import { agentOf } from '../actions/message-actions'
import { heard, isOnScreen, mayClose, putRight, refusalOf } from '../actions/ticket-actions'
import { addTag, keepTags, markRead, markUnread, moveTicket, transferTicket } from '../store/requests'
import { clearSelection, selectedTickets } from '../store/selection'

/** Action on each selected ticket that allows it; the server checks each one. */
export interface Bulk {
  may: (ticket: Ticket) => boolean
  ask: (ticket: Ticket) => Promise<Ticket>
}

const mayChange = (ticket: Ticket) => changesTicket(agentOf(me.peek()!), ticket)
const isMine = ({ userId }: Ticket) => userId === me.peek()?.id

/** Accepts pending tickets and takes over those of colleagues. */
export const taking: Bulk = {
  may: (ticket) => ticket.status !== 'closed' && !(ticket.status === 'open' && isMine(ticket)) && mayChange(ticket),
  ask: ({ id, status }) =>
    status === 'pending' ? moveTicket(id, 'open') : transferTicket(id, { userId: me.peek()!.id }),
}
export const closing: Bulk = {
  may: mayClose,
  ask: ({ id }) => moveTicket(id, 'closed'),
}
export const reading: Bulk = { may: mayMarkRead, ask: ({ id }) => markRead(id) }
export const unreading: Bulk = {
  may: mayMarkUnread,
  ask: (ticket) => {
    if (isOnScreen(ticket)) navigate(toConversation()) // a ticket on screen would be marked read again
    return markUnread(ticket.id)
  },
}
export const tagging = (tagId: number): Bulk => ({
  may: (ticket) => mayChange(ticket) && !ticket.tags.some(({ id }) => id === tagId),
  ask: ({ id }) => addTag(id, tagId),
})
export const untagging = (tagId: number): Bulk => ({
  may: (ticket) => mayChange(ticket) && ticket.tags.some(({ id }) => id === tagId),
  ask: ({ id, tags }) =>
    keepTags(
      id,
      tags.map((tag) => tag.id).filter((one) => one !== tagId),
    ),
})

/** Takes all tickets and shows how many succeeded; the others stay selected. */
export async function takeAll(tickets: Ticket[]) {
  const count = await doAll(taking, tickets)
  if (count > 0) toastSuccess(i18n.t('inbox.bulkTaken', { count }))
}

/** Asks first, because the customers receive a farewell message. */
export async function closeAll(tickets: Ticket[]) {
  const { length } = tickets.filter(closing.may)
  const sure = await confirm({
    title: i18n.t('inbox.bulkCloseTitle', { count: length }),
    text: i18n.t('inbox.bulkCloseText'),
    action: i18n.t('tickets.close'),
  })
  if (!sure) return
  const count = await doAll(closing, tickets)
  if (count > 0) toastSuccess(i18n.t('inbox.bulkClosed', { count }))
}

/** Maximum number of concurrent requests. */
const together = 4

/** Runs the action on each ticket and shows failures with their reason. Returns the number of successes. */
export async function doAll({ may, ask }: Bulk, tickets: Ticket[]): Promise<number> {
  const waiting = tickets.filter(may)
  const failed: { ticket: Ticket; reason: string }[] = []
  const wanted = waiting.length
  const work = async () => {
    for (let ticket = waiting.shift(); ticket; ticket = waiting.shift()) {
      const now = ticket
      await ask(now).then(heard, async (thrown) => {
        failed.push({ ticket: now, reason: refusalOf(thrown) ?? errorText(thrown) })
        await putRight(now, thrown)
      })
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  for (const [reason, names] of byReason(failed)) toastWarning(i18n.t('inbox.bulkFailed', { names, reason }))
  if (selectedTickets.peek().length === 0) clearSelection()
  return wanted - failed.length
}

/** Maximum number of names in one toast. */
const mostNamed = 5

function byReason(failed: { ticket: Ticket; reason: string }[]): [reason: string, names: string][] {
  const groups = Map.groupBy(failed, ({ reason }) => reason)
  return [...groups].map(([reason, all]) => {
    const names = all.slice(0, mostNamed).map(({ ticket }) => ticketContactName(ticket))
    return [reason, [...names, ...(all.length > mostNamed ? ['…'] : [])].join(', ')]
  })
}

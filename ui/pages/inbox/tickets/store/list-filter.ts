import { computed, effect, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { adName } from '../../../../../src/shared/ads'
import { me } from '../../../../lib/session'
import { joinIds } from './filters'

/** Filter of the lists of open, pending and closed tickets, beside the queues. */
export interface ListFilter {
  unanswered: boolean
  unread: boolean
  mine: boolean
  /** Lists the snoozed tickets, which the open list leaves out. */
  snoozed: boolean
  /** Tickets must have all of these tags. */
  tags: number[]
  /** Tickets must be held by one of these users, and be on one of these connections. */
  users: number[]
  connections: number[]
  /** Name of the tickets' first ad; '' for any. */
  ad: string
}
export const noFilter: ListFilter = {
  unanswered: false,
  unread: false,
  mine: false,
  snoozed: false,
  tags: [],
  users: [],
  connections: [],
  ad: '',
}

export const listFilter = signal(noFilter)
const userId = computed(() => me.value?.id)
effect(() => {
  void userId.value
  listFilter.value = noFilter
})

const sizeOf = ({ unanswered, unread, mine, snoozed, tags, users, connections, ad }: ListFilter) =>
  [unanswered, unread, mine, snoozed, ad].filter(Boolean).length + tags.length + users.length + connections.length
/** Number of chosen values. */
export const filterSize = computed(() => sizeOf(listFilter.value))
export const isFiltering = () => sizeOf(listFilter.peek()) > 0

/**
 * Parts that apply to a status: a pending ticket has no holder, in a closed one no customer waits, only an open one is
 * snoozed.
 */
function filterOf(status: Ticket['status']): ListFilter {
  const filter = listFilter.peek()
  if (status === 'pending') return { ...filter, mine: false, users: [], snoozed: false }
  return status === 'closed' ? { ...filter, unanswered: false, unread: false, snoozed: false } : filter
}

/** Lists leave out snoozed tickets, and so do the counts of their tabs; only open tickets are snoozed. */
export const snoozedQuery = (
  status: Ticket['status'],
  { snoozed }: Pick<ListFilter, 'snoozed'> = listFilter.peek(),
): 'none' | 'only' => (status === 'open' && snoozed ? 'only' : 'none')

/** The filter of a list as query parameters. */
export function filterQuery(status: Ticket['status']) {
  const { unanswered, unread, mine, tags, users, connections, ad } = filterOf(status)
  return {
    unanswered: unanswered || undefined,
    withUnreadMessages: unread || undefined,
    mine: mine || undefined,
    snoozed: snoozedQuery(status),
    tags: joinIds(tags),
    users: joinIds(users),
    whatsappIds: joinIds(connections),
    ad: ad || undefined,
  }
}

/** True if the ticket passes the filter; same rule as on the server (features/inbox/tickets/list/filters). */
export function matchesFilter(ticket: Ticket): boolean {
  const { status, waitingSince, unreadMessages, userId, whatsappId, tags } = ticket
  const filter = filterOf(status)
  const isOneOf = (chosen: number[], id: number | null) => chosen.length === 0 || (id !== null && chosen.includes(id))
  const passes = [
    !filter.unanswered || waitingSince !== null,
    !filter.unread || unreadMessages > 0,
    !filter.mine || userId === me.peek()?.id,
    filter.snoozed === (ticket.snoozedUntil !== null),
    filter.tags.every((id) => tags.some((tag) => tag.id === id)),
    isOneOf(filter.users, userId),
    isOneOf(filter.connections, whatsappId),
    filter.ad === '' || (ticket.ad !== null && adName(ticket.ad) === filter.ad),
  ]
  return passes.every(Boolean)
}

import { computed, effect, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { adName } from '../../../../../src/shared/ads'
import { type TicketListName, ticketLists } from '../../../../../src/shared/ticket-lists'
import { me } from '../../../../lib/session'
import { joinIds, queueIds } from './filters'

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
/** True if a filter or a choice of queues leaves only some tickets of the lists. */
export const isNarrowed = computed(() => filterSize.value > 0 || queueIds.value.length > 0)

/**
 * Parts that apply to a list: a pending ticket has no holder, the own list has one, in a closed ticket no customer waits,
 * and only open ones are snoozed.
 */
export function filterOf(name: TicketListName): ListFilter {
  const filter = listFilter.peek()
  const { status } = ticketLists[name]
  if (name === 'mine') return { ...filter, mine: false, users: [] }
  if (status === 'pending') return { ...filter, mine: false, users: [], snoozed: false }
  return status === 'closed' ? { ...filter, unanswered: false, unread: false, snoozed: false } : filter
}

/** The own list leaves out snoozed tickets, and so does its count; the filter lists nothing else. */
export const snoozedQuery = (
  name: TicketListName,
  { snoozed }: Pick<ListFilter, 'snoozed'> = listFilter.peek(),
): 'none' | 'only' | undefined => {
  if (snoozed && ticketLists[name].status === 'open') return 'only'
  return ticketLists[name].hidesSnoozed ? 'none' : undefined
}

/** The filter of a list as query parameters. */
export function filterQuery(name: TicketListName) {
  const { unanswered, unread, mine, tags, users, connections, ad } = filterOf(name)
  return {
    unanswered: unanswered || undefined,
    withUnreadMessages: unread || undefined,
    mine: mine || undefined,
    snoozed: snoozedQuery(name),
    tags: joinIds(tags),
    users: joinIds(users),
    whatsappIds: joinIds(connections),
    ad: ad || undefined,
  }
}

/** True if the ticket passes the filter of a list; same rule as on the server (features/inbox/tickets/list/filters). */
export function matchesFilter(name: TicketListName, ticket: Ticket): boolean {
  const { waitingSince, unreadMessages, userId, whatsappId, tags } = ticket
  const filter = filterOf(name)
  const snoozed = snoozedQuery(name)
  const isOneOf = (chosen: number[], id: number | null) => chosen.length === 0 || (id !== null && chosen.includes(id))
  const passes = [
    !filter.unanswered || waitingSince !== null,
    !filter.unread || unreadMessages > 0,
    !filter.mine || userId === me.peek()?.id,
    snoozed === undefined || (snoozed === 'only') === (ticket.snoozedUntil !== null),
    filter.tags.every((id) => tags.some((tag) => tag.id === id)),
    isOneOf(filter.users, userId),
    isOneOf(filter.connections, whatsappId),
    filter.ad === '' || (ticket.ad !== null && adName(ticket.ad) === filter.ad),
  ]
  return passes.every(Boolean)
}

import { computed, effect, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { foldText } from '../../../../../src/shared/text'
import { me } from '../../../../lib/session'
import { readStored, writeStored } from '../../../../lib/storage'
import { dayOf } from '../../../../lib/time'
import { type Filters, hasFilters, noFilters } from '../../../../search/filters'

/** Queues of the ticket lists, and text and filters of the search. */
const queuesKey = computed(() => `ticketQueues:${me.value?.id ?? 0}`)

const storedIds = (key: string): number[] =>
  (readStored(key) ?? '')
    .split(',')
    .filter((id) => /^\d+$/.test(id))
    .map(Number)

/** Chosen queues of the lists; empty for all. Stored per user until logout. */
export const queueIds = signal<number[]>([])
effect(() => {
  queueIds.value = storedIds(queuesKey.value)
})
export function setQueueFilter(ids: number[]) {
  queueIds.value = ids
  writeStored(queuesKey.peek(), ids.length > 0 ? ids.join(',') : null)
}

export const searchText = signal('')
/** Filters of the search; that of the user is for people who may filter lists by it. */
export const searchFilters = signal<Filters>(noFilters)

/** True if the search has a text or a filter. */
export const isSearching = computed(() => searchText.value !== '' || hasFilters(searchFilters.value))

/** Ids as a query parameter; undefined if empty. */
export const joinIds = (ids: number[]) => (ids.length > 0 ? ids.join(',') : undefined)

export const isInQueues = ({ queueId }: Ticket) =>
  queueIds.peek().length === 0 || (queueId !== null && queueIds.peek().includes(queueId))

/** Search as query parameters of the list of conversations: of contacts only, as messages are results of their own. */
export function searchQuery() {
  const { userId, queueId, tagId, from, to, contact } = searchFilters.peek()
  return {
    searchParam: searchText.peek() || undefined,
    searchIn: 'contacts' as const,
    users: userId || undefined,
    queueIds: queueId || undefined,
    tags: tagId || undefined,
    from: from || undefined,
    to: to || undefined,
    contactId: contact?.id,
  }
}

/**
 * True if the search lists the ticket among the conversations; same rule as on the server (features/inbox/search). Only the
 * server knows a contact's other numbers, so a ticket that `wasFound` stays.
 */
export function matchesSearch(ticket: Ticket, wasFound: boolean): boolean {
  if (!isSearching.peek() || !matchesFilters(ticket)) return false
  const words = foldText(searchText.peek()).split(/\s+/)
  return wasFound || words.every((word) => matchesContact(ticket, word))
}

function matchesFilters(ticket: Ticket): boolean {
  const { userId, queueId, tagId, from, to, contact } = searchFilters.peek()
  const day = dayOf(ticket.updatedAt)
  return [
    userId === '' || ticket.userId === Number(userId),
    queueId === '' || ticket.queueId === Number(queueId),
    tagId === '' || ticket.tags.some(({ id }) => id === Number(tagId)),
    from === '' || day >= from,
    to === '' || day <= to,
    contact === null || ticket.contactId === contact.id,
  ].every(Boolean)
}

function matchesContact({ contact }: Ticket, text: string): boolean {
  if (foldText(contact.name).includes(text)) return true
  const digits = text.replace(/\D/g, '')
  return digits.length >= 3 && (contact.number ?? '').includes(digits)
}

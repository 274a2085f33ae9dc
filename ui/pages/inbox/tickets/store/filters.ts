import { computed, effect, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { foldText } from '../../../../../src/shared/text'
import { me } from '../../../../lib/session'
import { readStored, writeStored } from '../../../../lib/storage'

/** Filters of the ticket lists. Queues apply to every list, the others to the search only. */
const queuesKey = computed(() => `ticketQueues:${me.value?.id ?? 0}`)

const storedIds = (key: string): number[] =>
  (readStored(key) ?? '')
    .split(',')
    .filter((id) => /^\d+$/.test(id))
    .map(Number)

/** Chosen queues; empty for all. Stored per user until logout. */
export const queueIds = signal<number[]>([])
effect(() => {
  queueIds.value = storedIds(queuesKey.value)
})
export function setQueueFilter(ids: number[]) {
  queueIds.value = ids
  writeStored(queuesKey.peek(), ids.length > 0 ? ids.join(',') : null)
}

export const searchText = signal('')
/** Tickets must have all of these tags. */
export const tagIds = signal<number[]>([])
/** Tickets must be held by one of these users; for admins. */
export const userIds = signal<number[]>([])

/** True if the search has a text or a filter. */
export const isSearching = computed(
  () => searchText.value !== '' || tagIds.value.length > 0 || userIds.value.length > 0,
)

/** Ids as a query parameter; undefined if empty. */
export const joinIds = (ids: number[]) => (ids.length > 0 ? ids.join(',') : undefined)

export const isInQueues = ({ queueId }: Ticket) =>
  queueIds.peek().length === 0 || (queueId !== null && queueIds.peek().includes(queueId))

/**
 * True if the search would find the ticket; same rule as on the server (features/inbox/search). Only the server can search
 * earlier messages, so a ticket that `wasFound` stays.
 */
export function matchesSearch(ticket: Ticket, wasFound: boolean): boolean {
  if (!isSearching.peek() || !isInQueues(ticket)) return false
  if (!tagIds.peek().every((id) => ticket.tags.some((tag) => tag.id === id))) return false
  const users = userIds.peek()
  if (users.length > 0 && (ticket.userId === null || !users.includes(ticket.userId))) return false
  const words = foldText(searchText.peek()).split(/\s+/)
  return (
    wasFound ||
    words.every((word) => matchesContact(ticket, word)) ||
    words.every((word) => matchesLastMessage(ticket, word))
  )
}

/** Matches the last message only; the browser does not have the earlier messages. */
const matchesLastMessage = ({ lastMessage }: Ticket, word: string) => foldText(lastMessage).includes(word)

function matchesContact({ contact }: Ticket, text: string): boolean {
  if (foldText(contact.name).includes(text)) return true
  const digits = text.replace(/\D/g, '')
  return digits.length >= 3 && (contact.number ?? '').includes(digits)
}

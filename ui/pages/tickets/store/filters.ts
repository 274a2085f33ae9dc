import { computed, effect, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { fold } from '../../../../src/shared/text'
import { me } from '../../../lib/session'
import { readStored, writeStored } from '../../../lib/storage'

/** What a person narrowed their lists to. Queues hold for every list, the rest for the search alone. */
const queuesPlace = computed(() => `ticketQueues:${me.value?.id ?? 0}`)

const stored = (place: string): number[] =>
  (readStored(place) ?? '')
    .split(',')
    .filter((id) => /^\d+$/.test(id))
    .map(Number)

/** Chosen queues; none means all. Remembered for each person until they sign out. */
export const queueIds = signal<number[]>([])
effect(() => {
  queueIds.value = stored(queuesPlace.value)
})
export function rememberQueues(ids: number[]) {
  queueIds.value = ids
  writeStored(queuesPlace.peek(), ids.length > 0 ? ids.join(',') : null)
}

export const query = signal('')
/** All of these tags. */
export const tagIds = signal<number[]>([])
/** Held by any of these; for admins. */
export const userIds = signal<number[]>([])

/** True when there is something to search for. */
export const isSearching = computed(() => query.value !== '' || tagIds.value.length > 0 || userIds.value.length > 0)

/** As the server's queries name lists: absent when there is nothing to filter by. */
export const listed = (ids: number[]) => (ids.length > 0 ? ids.join(',') : undefined)

export const inQueues = ({ queueId }: Ticket) =>
  queueIds.peek().length === 0 || (queueId !== null && queueIds.peek().includes(queueId))

/**
 * True when the search would find the ticket on a fresh load: the server's rule (features/search). What was said in a
 * ticket only the server knows: one that `wasFound` stays.
 */
export function isFound(ticket: Ticket, wasFound: boolean): boolean {
  if (!isSearching.peek() || !inQueues(ticket)) return false
  if (!tagIds.peek().every((id) => ticket.tags.some((tag) => tag.id === id))) return false
  const users = userIds.peek()
  if (users.length > 0 && (ticket.userId === null || !users.includes(ticket.userId))) return false
  const words = fold(query.peek()).split(/\s+/)
  return wasFound || words.every((word) => isNamed(ticket, word)) || words.every((word) => isLastSaid(ticket, word))
}

/** What was said just now; what was said before, only the server knows. */
const isLastSaid = ({ lastMessage }: Ticket, word: string) => fold(lastMessage).includes(word)

function isNamed({ contact }: Ticket, text: string): boolean {
  if (fold(contact.name).includes(text)) return true
  const digits = text.replace(/\D/g, '')
  return digits.length >= 3 && (contact.number ?? '').includes(digits)
}

import { computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { me } from '../../../../lib/session'
import { byLatestChange } from '../../../../lib/sort-order'
import { readStored, ticketSortOf, writeStored } from '../../../../lib/storage'

/** Order of a list of tickets: latest change first, or longest wait first. */
export type Sort = 'latest' | 'waiting'
/** Lists whose order the user can choose. */
export type Sorted = 'open' | 'pending'

const defaults: Record<Sorted, Sort> = { open: 'latest', pending: 'waiting' }
const key = computed(() => ticketSortOf(me.value?.id ?? 0))
const changes = signal(0)

/** Order of each list as chosen by the user, stored on this device. */
export const sorts = computed<Record<Sorted, Sort>>(() => {
  void changes.value
  const stored = (readStored(key.value) ?? '').split(',')
  const chosen = (name: Sorted) => (['latest', 'waiting'] as const).find((sort) => stored.includes(`${name}:${sort}`))
  return { open: chosen('open') ?? defaults.open, pending: chosen('pending') ?? defaults.pending }
})

export function storeSort(name: Sorted, sort: Sort) {
  const next = { ...sorts.peek(), [name]: sort }
  writeStored(key.peek(), `open:${next.open},pending:${next.pending}`)
  changes.value++
}

type Status = Ticket['status']
export const sortOf = (status: Status): Sort => (status === 'closed' ? 'latest' : sorts.peek()[status])

/** Longest wait first, tickets whose customer does not wait last; the server pages in this order. */
export function byLongestWait(a: Ticket, b: Ticket): number {
  if (a.waitingSince === b.waitingSince) return a.id - b.id
  if (a.waitingSince === null || b.waitingSince === null) return a.waitingSince === null ? 1 : -1
  return a.waitingSince < b.waitingSince ? -1 : 1
}

/** Comparison in the order chosen for a list. */
export const compareInOrder = (status: Status) => (a: Ticket, b: Ticket) =>
  sortOf(status) === 'waiting' ? byLongestWait(a, b) : byLatestChange(a, b)

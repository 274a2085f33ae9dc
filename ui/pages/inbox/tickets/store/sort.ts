import { computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { type TicketListName, ticketListNames } from '../../../../../src/shared/ticket-lists'
import { me } from '../../../../lib/session'
import { byLatestChange } from '../../../../lib/sort-order'
import { readStored, ticketSortOf, writeStored } from '../../../../lib/storage'

/** Order of a list: nearest due time first, longest wait first, or latest change first. */
export type Sort = 'due' | 'waiting' | 'latest'

/** Orders that each list offers; the first is the default. */
export const sortsOf: Record<TicketListName, readonly [Sort, ...Sort[]]> = {
  mine: ['due', 'waiting', 'latest'],
  waiting: ['waiting', 'latest'],
  robot: ['latest', 'waiting'],
  closed: ['latest'],
  all: ['due', 'waiting', 'latest'],
}

const key = computed(() => ticketSortOf(me.value?.id ?? 0))
const changes = signal(0)

/** Order of each list as chosen by the user, stored on this device as `list:order`, separated by commas. */
export const sorts = computed<Record<TicketListName, Sort>>(() => {
  void changes.value
  const stored = (readStored(key.value) ?? '').split(',')
  const chosen = (name: TicketListName) =>
    sortsOf[name].find((sort) => stored.includes(`${name}:${sort}`)) ?? sortsOf[name][0]
  return Object.fromEntries(ticketListNames.map((name) => [name, chosen(name)])) as Record<TicketListName, Sort>
})

export function storeSort(name: TicketListName, sort: Sort) {
  const next = { ...sorts.peek(), [name]: sort }
  writeStored(key.peek(), ticketListNames.map((list) => `${list}:${next[list]}`).join())
  changes.value++
}

export const sortOf = (name: TicketListName): Sort => sorts.peek()[name]

/** Longest wait first, tickets whose customer does not wait last; the server pages in this order. */
export function byLongestWait(a: Ticket, b: Ticket): number {
  if (a.waitingSince === b.waitingSince) return a.id - b.id
  if (a.waitingSince === null || b.waitingSince === null) return a.waitingSince === null ? 1 : -1
  return a.waitingSince < b.waitingSince ? -1 : 1
}

/** Nearest due time first; among equal ones the longest wait; without both the latest change. */
export function byDueTime(a: Ticket, b: Ticket): number {
  const [due, otherDue] = [dueTime(a), dueTime(b)]
  if (due !== otherDue) return due < otherDue ? -1 : 1
  if (due === never && a.waitingSince === null && b.waitingSince === null) return byLatestChange(a, b)
  return byLongestWait(a, b)
}
/** Sorts after every time. */
const never = '~'
const dueTime = ({ target }: Ticket) => target?.dueAt ?? never

const comparisons = { due: byDueTime, waiting: byLongestWait, latest: byLatestChange }

/** Comparison in the order chosen for a list. */
export const compareInOrder = (name: TicketListName) => (a: Ticket, b: Ticket) => comparisons[sortOf(name)](a, b)

import { computed, signal } from '@preact/signals-react'
import type { TicketMatch } from '../../../../../src/features/inbox/tickets/model'

/** Messages found by the current search, by ticket id. */
const matches = signal<ReadonlyMap<number, TicketMatch>>(new Map())

/** Adds the matches of a page. */
export function addMatches(newMatches: TicketMatch[]) {
  if (newMatches.length > 0)
    matches.value = new Map([...matches.peek(), ...newMatches.map((match) => [match.ticketId, match] as const)])
}

export function clearMatches() {
  matches.value = new Map()
}

/** Signal of the message that the current search found in a ticket. */
export const matchIn = (ticketId: number) => computed(() => matches.value.get(ticketId))

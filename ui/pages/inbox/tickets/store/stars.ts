import { computed, signal } from '@preact/signals-react'

/** Ids of the messages starred by the user, as far as pages and events have named them. */
const stars = signal<ReadonlySet<number>>(new Set())

export const isStarred = (id: number) => stars.peek().has(id)
export const starredSignal = (id: number) => computed(() => stars.value.has(id))

export function applyStar(id: number, starred: boolean) {
  if (stars.peek().has(id) === starred) return
  const next = new Set(stars.peek())
  if (starred) next.add(id)
  else next.delete(id)
  stars.value = next
}

/** Takes the stars of a page of messages over; a page of an older server has none. */
export function applyStarsOfPage({ messages, starred = [] }: { messages: { id: number }[]; starred?: number[] }) {
  const ids = new Set(starred)
  if (messages.every(({ id }) => stars.peek().has(id) === ids.has(id))) return
  const next = new Set(stars.peek())
  for (const { id } of messages) next.delete(id)
  for (const id of starred) next.add(id)
  stars.value = next
}

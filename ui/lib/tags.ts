import { useEffect } from 'react'
import type { Tag } from '../../src/features/contacts/tags/model'
import type { Ticket } from '../../src/features/inbox/tickets/model'
import { foldText } from '../../src/shared/text'
import { api, unwrapResponse } from './api'
import { createList, useList } from './list'
import { afterReconnect, subscribeToEvents } from './realtime'

/** Order in which the server pages tags: case and accents ignored; names are unique in this form. */
export const byName = (a: Tag, b: Tag) => {
  const [one, other] = [foldText(a.name), foldText(b.name)]
  return one === other ? 0 : one < other ? -1 : 1
}

/** Tags of the company for pickers and the board; loaded on first use and updated by events. */
export const tags = createList<Tag>({
  load: async () => ({ rows: (await unwrapResponse(api.tags.list.get())).tags, hasMore: false }),
  compare: byName,
})

subscribeToEvents({
  tag(event) {
    if (tags.state.peek() === 'idle') return
    if (event.action === 'delete') tags.drop(event.tagId)
    else tags.put(event.tag)
  },
})
afterReconnect(() => tags.state.peek() !== 'idle' && tags.reload())

export function useTags() {
  useEffect(() => {
    if (tags.state.peek() === 'idle') void tags.more()
  }, [])
  return useList(tags)
}

/** Event about a tag. */
export type TagEvent = { action: 'create' | 'update'; tag: Tag } | { action: 'delete'; tagId: number }

/** Ticket after a tag was changed or deleted; the same object if the ticket is unaffected. */
export function withTagEvent(ticket: Ticket, event: TagEvent): Ticket {
  const id = event.action === 'delete' ? event.tagId : event.tag.id
  const has = ticket.tags.find((tag) => tag.id === id)
  if (!has) return ticket
  if (event.action === 'delete') return { ...ticket, tags: ticket.tags.filter((tag) => tag.id !== id) }
  const { name, color } = event.tag
  if (has.name === name && has.color === color) return ticket
  return { ...ticket, tags: ticket.tags.map((tag) => (tag.id === id ? { id, name, color } : tag)) }
}

import { signal } from '@preact/signals-react'
import type { Events } from '../../src/events'
import type { Announcement } from '../../src/features/announcements/model'
import { fold } from '../../src/shared/text'
import { api, ask } from './api'
import { createList } from './list'

/** How many came since one last looked. */
export const unread = signal(0)

const lastFirst = (a: Announcement, b: Announcement) => b.id - a.id

async function page(cursor?: string, searchParam?: string) {
  const query = { searchParam, cursor: cursor === undefined ? undefined : Number(cursor) }
  const { records, hasMore, next, unread: count } = await ask(api.announcements.get({ query }))
  unread.value = count
  return { rows: records, hasMore, next }
}

/** What the provider says, newest first: for the popover, live on every screen. */
export const announcements = createList<Announcement>({
  compare: lastFirst,
  pagedBy: lastFirst,
  load: (cursor) => page(cursor),
})

/** The same for the provider's page, which searches. */
export const query = signal('')
export const searched = createList<Announcement>({
  compare: lastFirst,
  pagedBy: lastFirst,
  load: (cursor) => page(cursor, query.peek() || undefined),
})

export function search(text: string) {
  if (text === query.peek()) return
  query.value = text
  searched.clear()
  void searched.more()
}

/** What is told of one, into the list it belongs to; what lies below what is loaded comes with its page. */
export function heardAnnouncement(event: Events['announcement']) {
  if (event.action === 'delete') {
    announcements.drop(event.id)
    searched.drop(event.id)
    return
  }
  const { record } = event
  if (record.status) place(announcements, record)
  else announcements.drop(record.id)
  const text = fold(query.peek())
  if (fold(`${record.title} ${record.text}`).includes(text)) place(searched, record)
  else searched.drop(record.id)
}

function place(list: typeof announcements, record: Announcement) {
  list.hear(record)
}

/** They were looked at. */
export async function markSeen() {
  if (unread.peek() === 0) return
  unread.value = 0
  await ask(api.announcements.read.post()).catch(() => undefined) // counted again with the next page
}

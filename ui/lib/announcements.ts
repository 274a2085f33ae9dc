import { signal } from '@preact/signals-react'
import type { Events } from '../../src/events'
import type { Announcement } from '../../src/features/announcements/model'
import { fold } from '../../src/shared/text'
import { api, ask } from './api'
import { createList } from './list'
import { byNewestId } from './sort-order'

/** How many came since one last looked. */
export const unreadAnnouncements = signal(0)

async function loadPage(cursor?: string, searchParam?: string) {
  const query = { searchParam, cursor: cursor === undefined ? undefined : Number(cursor) }
  const { records, hasMore, next, unread: count } = await ask(api.announcements.get({ query }))
  unreadAnnouncements.value = count
  return { rows: records, hasMore, next }
}

/** What the provider says, newest first: for the popover, live on every screen. */
export const announcements = createList<Announcement>({
  compare: byNewestId,
  pagedBy: byNewestId,
  load: (cursor) => loadPage(cursor),
})

/** The same for the provider's page, which searches. */
export const announcementQuery = signal('')
export const searchedAnnouncements = createList<Announcement>({
  compare: byNewestId,
  pagedBy: byNewestId,
  load: (cursor) => loadPage(cursor, announcementQuery.peek() || undefined),
})

export function searchAnnouncements(text: string) {
  if (text === announcementQuery.peek()) return
  announcementQuery.value = text
  searchedAnnouncements.clear()
  void searchedAnnouncements.more()
}

/** What is told of one, into the list it belongs to; what lies below what is loaded comes with its page. */
export function receiveAnnouncementEvent(event: Events['announcement']) {
  if (event.action === 'delete') {
    announcements.drop(event.id)
    searchedAnnouncements.drop(event.id)
    return
  }
  const { record } = event
  if (record.status) announcements.receiveEvent(record)
  else announcements.drop(record.id)
  const text = fold(announcementQuery.peek())
  if (fold(`${record.title} ${record.text}`).includes(text)) searchedAnnouncements.receiveEvent(record)
  else searchedAnnouncements.drop(record.id)
}

/** They were looked at. */
export async function markAnnouncementsSeen() {
  if (unreadAnnouncements.peek() === 0) return
  unreadAnnouncements.value = 0
  await ask(api.announcements.read.post()).catch(() => undefined) // counted again with the next page
}

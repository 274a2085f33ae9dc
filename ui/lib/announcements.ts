import { signal } from '@preact/signals-react'
import type { Events } from '../../src/core/events'
import type { Announcement } from '../../src/features/provider/announcements/model'
import { foldText } from '../../src/shared/text'
import { api, unwrapResponse } from './api'
import { createList } from './list'
import { createLiveValue } from './live-value'
import { byNewestId } from './sort-order'

const unread = createLiveValue(0)
/** Number of announcements published since the user last opened them. */
export const unreadAnnouncements = unread.value

async function loadPage(cursor?: string, searchParam?: string) {
  const query = { searchParam, cursor: cursor === undefined ? undefined : Number(cursor) }
  const request = unwrapResponse(api.announcements.get({ query }))
  await unread.load(async () => (await request).unread)
  const { records, hasMore, next } = await request
  return { rows: records, hasMore, next }
}

/** Announcements of the provider, newest first, for the popover; updated by events on every screen. */
export const announcements = createList<Announcement>({
  compare: byNewestId,
  pagedBy: byNewestId,
  load: (cursor) => loadPage(cursor),
})

/** Search term of the provider's announcements page, and its list. */
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

/** Applies an announcement event to the lists whose filter the announcement matches. */
export function receiveAnnouncementEvent(event: Events['announcement']) {
  if (event.action === 'delete') {
    announcements.drop(event.id)
    searchedAnnouncements.drop(event.id)
    return
  }
  const { record } = event
  if (record.status) announcements.receiveEvent(record)
  else announcements.drop(record.id)
  const text = foldText(announcementQuery.peek())
  if (foldText(`${record.title} ${record.text}`).includes(text)) searchedAnnouncements.receiveEvent(record)
  else searchedAnnouncements.drop(record.id)
}

/** Marks all announcements as seen. */
export async function markAnnouncementsSeen() {
  if (unreadAnnouncements.peek() === 0) return
  unread.change(() => 0)
  await unwrapResponse(api.announcements.read.post()).catch(() => undefined) // the next page brings the count again
}

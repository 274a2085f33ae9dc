import '../browser'
import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { Events } from '../../../src/core/events'
import type { Announcement } from '../../../src/features/provider/announcements/model'
import {
  announcementQuery,
  announcements,
  receiveAnnouncementEvent,
  searchedAnnouncements,
  unreadAnnouncements,
} from '../../../ui/lib/announcements'
import { json } from '../browser'

const nativeFetch = globalThis.fetch
afterAll(() => {
  globalThis.fetch = nativeFetch
})

const at = '2026-01-01T00:00:00.000Z'
const word = (id: number, more: Partial<Announcement> = {}): Announcement => ({
  ...{
    id,
    title: `Novidade ${id}`,
    text: 'Chegou.',
    priority: 3,
    status: true,
    mediaPath: null,
    mediaName: null,
    companies: [],
  },
  ...{ publishedAt: at, createdAt: at, updatedAt: at },
  ...more,
})
let stored: Announcement[]

/** Page of 20 announcements, newest first, as the server answers. */
function answer({ searchParams }: URL) {
  const text = (searchParams.get('searchParam') ?? '').toLowerCase()
  const before = Number(searchParams.get('cursor') ?? Number.POSITIVE_INFINITY)
  const fitting = stored.filter(({ id, title, status }) => status && id < before && title.toLowerCase().includes(text))
  const records = fitting.sort((a, b) => b.id - a.id).slice(0, 20)
  return { records, hasMore: fitting.length > 20, next: `${records.at(-1)?.id}`, unread: 7 }
}

beforeEach(() => {
  stored = Array.from({ length: 50 }, (_, n) => word(n + 10))
  globalThis.fetch = (async (url: string) => json(answer(new URL(url, 'http://localhost')))) as unknown as typeof fetch
  announcementQuery.value = ''
  announcements.clear()
  searchedAnnouncements.clear()
})

const ids = (list: typeof announcements) => list.rows.peek().map(({ id }) => id)
const withoutRow = (id: number) => stored.filter((each) => each.id !== id)

const events: [string, Events['announcement']][] = [
  ['created', { action: 'create', record: word(90) }],
  ['changed on a loaded page', { action: 'update', record: word(55, { title: 'Outra' }) }],
  ['changed below the loaded pages', { action: 'update', record: word(11, { title: 'Outra' }) }],
  ['switched off', { action: 'update', record: word(55, { status: false }) }],
  ['deleted', { action: 'delete', id: 55 }],
]
test.each(events)('an announcement %s: the loaded page plus the event equals a fresh page', async (_, event) => {
  await announcements.more()
  stored = event.action === 'delete' ? withoutRow(event.id) : [...withoutRow(event.record.id), event.record]
  receiveAnnouncementEvent(event)
  const live = ids(announcements)
  announcements.clear()
  await announcements.more()
  const shared = Math.min(live.length, 19)
  expect(live.slice(0, shared)).toEqual(ids(announcements).slice(0, shared))
  expect(unreadAnnouncements.peek()).toBe(7)
})

test('an announcement event that does not match the search is not added to the searched list', async () => {
  announcementQuery.value = 'novidade 1'
  await searchedAnnouncements.more()
  receiveAnnouncementEvent({ action: 'update', record: word(11, { title: 'Outra' }) })
  receiveAnnouncementEvent({ action: 'create', record: word(100, { title: 'Novidade 100' }) })
  receiveAnnouncementEvent({ action: 'create', record: word(101, { title: 'Coisa' }) })
  expect(ids(searchedAnnouncements)).toEqual([100, 19, 18, 17, 16, 15, 14, 13, 12, 10])
})

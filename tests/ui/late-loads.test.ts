import './browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { announcements, markAnnouncementsSeen, unreadAnnouncements } from '../../ui/lib/announcements'
import { chats, clearChats, unreadChats, upsertChat } from '../../ui/lib/chats'
import { health, reloadHealth } from '../../ui/lib/health'
import {
  activeSupport,
  endedVisits,
  hideEndedVisit,
  loadActiveSupport,
  loadEndedVisits,
  receiveSupportEvent,
} from '../../ui/lib/support'
import { loadQuickMessages, useQuickMessages } from '../../ui/pages/inbox/tickets/store/quick-messages'
import { ana } from './browser'
import { answerRequest, drawn, holdRequests, requestOf, sendEvent } from './held-requests'
import { signInForEachTest } from './signed-in'

/** Stores of every screen: responses that the server read before a change, and that arrive after it. */

await signInForEachTest()
beforeEach(holdRequests)
afterEach(() => {
  announcements.clear()
  clearChats()
})

test('support: a visit that ended while the grants load stays ended, and one that began stays', async () => {
  const load = loadActiveSupport()
  await requestOf('GET /support')
  receiveSupportEvent({ action: 'end', grant: { id: 1 } as never })
  receiveSupportEvent({ action: 'start', grant: { id: 2 } as never })
  await answerRequest('GET /support', { grants: [{ id: 1 }] })
  await load
  expect(activeSupport.value).toMatchObject([{ id: 2 }])
})

const endedVisit = (id: number) => ({ id, endedAt: new Date().toISOString() })

test('support: a visit dismissed while the visits load stays dismissed', async () => {
  localStorage.clear()
  const load = loadEndedVisits(ana.id)
  await requestOf('GET /support/visits')
  hideEndedVisit(ana.id, 5)
  await answerRequest('GET /support/visits', { visits: [endedVisit(6), endedVisit(5)] })
  await load
  expect(endedVisits.value.map(({ id }) => id)).toEqual([6])
})

test('support: an older list of visits that arrives after a newer one does not replace it', async () => {
  localStorage.clear()
  const loads = [loadEndedVisits(ana.id), loadEndedVisits(ana.id)]
  const [older, newer] = [await requestOf('GET /support/visits'), await requestOf('GET /support/visits', 2)]
  newer.answer({ visits: [endedVisit(7)] })
  await loads[1]
  older.answer({ visits: [] })
  await Promise.all(loads)
  expect(endedVisits.value.map(({ id }) => id)).toEqual([7])
})

test('health: an older response that arrives after a newer one does not replace it', async () => {
  const loads = [reloadHealth(), reloadHealth()]
  const [older, newer] = [await requestOf('GET /whatsapp/health'), await requestOf('GET /whatsapp/health', 2)]
  newer.answer({ health: [{ whatsappId: 1, outage: null }] })
  await loads[1]
  older.answer({ health: [{ whatsappId: 1, outage: { since: '2026-11-20T12:00:00.000Z' } }] })
  await Promise.all(loads)
  expect(health.value.get(1)).toMatchObject({ outage: null })
})

test('announcements: their count stays 0 when they are opened while a page loads', async () => {
  unreadAnnouncements.value = 2
  const load = announcements.more()
  await requestOf('GET /announcements')
  void markAnnouncementsSeen()
  await answerRequest('GET /announcements', { records: [], hasMore: false, next: null, unread: 2 })
  await load
  expect(unreadAnnouncements.value).toBe(0)
})

test('chats: a chat that becomes unread while the list loads is counted', async () => {
  const load = chats.more()
  await requestOf('GET /chats')
  upsertChat({ id: 5, users: [{ userId: ana.id, unreads: 1 }], updatedAt: '2026-11-20T12:00:00.000Z' } as never)
  await answerRequest('GET /chats', { records: [], hasMore: false, next: null, unread: [] })
  await load
  expect(unreadChats.value).toBe(1)
})

test('quick messages of the composer: an older response that arrives after a newer one does not replace it', async () => {
  const shown = drawn(() => useQuickMessages(false))
  const older = loadQuickMessages()
  await requestOf('GET /quick-messages/list')
  sendEvent('quickMessage', { action: 'create', quickMessage: { id: 2 } })
  const newer = loadQuickMessages()
  await answerRequest('GET /quick-messages/list', { records: [{ id: 2 }] }, 2)
  await newer
  await answerRequest('GET /quick-messages/list', { records: [] })
  await older
  expect(shown().value).toMatchObject([{ id: 2 }])
})

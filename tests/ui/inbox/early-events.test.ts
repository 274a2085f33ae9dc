import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Me } from '../../../src/features/accounts/auth/model'
import { announcements, receiveAnnouncementEvent } from '../../../ui/lib/announcements'
import { unreadTickets, updateAttention, waitingTickets } from '../../../ui/lib/attention'
import { chats, upsertChat } from '../../../ui/lib/chats'
import { session } from '../../../ui/lib/session'
import * as users from '../../../ui/pages/accounts/users/store'
import * as tags from '../../../ui/pages/contacts/tags/store'
import { fileLists } from '../../../ui/pages/inbox/file-lists/store'
import { quickMessages, upsertQuickMessage } from '../../../ui/pages/inbox/quick-messages/store'
import * as companies from '../../../ui/pages/platform/settings/companies/store'
import * as invoices from '../../../ui/pages/provider/invoices/store'
import { ana, json } from '../browser'
import { ticket } from './tickets-fixtures'

interface Early {
  clear(): void
  more(): Promise<void>
  get(id: number): object | undefined
}
const named = { id: 5, name: 'Ana', email: 'ana@loja.test' }
const at = '2026-11-20T12:00:00.000Z'
/** List, event about row 5, and the name of the rows in the API. */
const early: [string, Early, () => void, string][] = [
  ['unread', unreadTickets, () => updateAttention(ticket({ id: 5, userId: ana.id, unreadMessages: 1 })), 'tickets'],
  ['waiting', waitingTickets, () => updateAttention(ticket({ id: 5, status: 'pending' })), 'tickets'],
  ['chats', chats, () => upsertChat({ id: 5, users: [], updatedAt: at } as never), 'records'],
  [
    'announcements',
    announcements,
    () => receiveAnnouncementEvent({ action: 'create', record: word as never }),
    'records',
  ],
  ['users', users.userPages, () => users.receiveUserEvent({ action: 'create', user: named as never }), 'users'],
  [
    'companies',
    companies.companies,
    () => companies.receiveCompanyEvent({ action: 'create', company: named as never }),
    'companies',
  ],
  ['tags', tags.tagPages, () => tags.receiveTagEvent({ action: 'create', tag: named as never }), 'tags'],
  [
    'invoices',
    invoices.ownInvoices,
    () => invoices.receiveInvoiceEvent({ action: 'create', invoice: { id: 5 } as never }),
    'invoices',
  ],
  ['quick replies', quickMessages, () => upsertQuickMessage({ id: 5, shortcode: 'oi' } as never), 'records'],
]
const word = { id: 5, title: 'Novidade', text: 'Chegou.', status: true }

const nativeFetch = globalThis.fetch
beforeEach(() => {
  session.value = { kind: 'in', me: ana as unknown as Me }
  for (const query of [companies.companyQuery, tags.tagQuery, users.userQuery]) query.value = ''
  for (const [, list] of early) list.clear()
})
afterEach(() => {
  for (const [, list] of early) list.clear()
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})

test.each(early)(
  '%s: an event received while the first page is in flight is in the list with that page',
  async (_, list, sendEvent, key) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    globalThis.fetch = (() => promise) as unknown as typeof fetch
    sendEvent()
    expect(list.get(5)).toBeUndefined()
    const load = list.more()
    sendEvent()
    resolve(json({ [key]: [], hasMore: false, next: null, unread: list === chats ? [] : 0 }))
    await load
    expect(list.get(5)).toBeDefined()
  },
)

const byName: [string, Early, (id: number, name: string) => void, string][] = [
  ['quick replies', quickMessages, (id, shortcode) => upsertQuickMessage({ id, shortcode } as never), 'records'],
  ['files', fileLists, (id, name) => fileLists.receiveEvent({ id, name } as never), 'files'],
  ['tags', tags.tagPages, (id, name) => tags.receiveTagEvent({ action: 'update', tag: { id, name } as never }), 'tags'],
]
test.each(byName)(
  '%s: an event for a row beyond the loaded pages does not add it until its page is loaded',
  async (_, list, sendEvent, key) => {
    list.clear()
    const last = { id: 1, name: 'm', shortcode: 'm' }
    globalThis.fetch = (async () => json({ [key]: [last], hasMore: true, next: 'm' })) as unknown as typeof fetch
    await list.more()
    sendEvent(2, 'z')
    sendEvent(3, 'a')
    expect([list.get(2), list.get(3)]).toEqual([undefined, expect.objectContaining({ id: 3 })])
    sendEvent(3, 'zz')
    expect(list.get(3)).toBeUndefined()
    list.clear()
  },
)

import { expect, test } from 'bun:test'
import '../browser'
import type { Contact } from '../../../src/features/contacts/contacts/model'
import { foldText } from '../../../src/shared/text'
import type { Page } from '../../../ui/lib/list'
import { byName, createContacts } from '../../../ui/pages/contacts/contacts/store'

/** Server with contacts, 30 per page, that sends an event for every change. */
function server(names: string[]) {
  let rows = names.map((name, index) => contact(index + 1, name))
  const load = async (_: string, cursor?: string): Promise<Page<Contact>> => {
    const sorted = [...rows].sort(byName)
    const from = cursor ? sorted.findIndex((row) => `${row.id}|${foldText(row.name)}` === cursor) + 1 : 0
    const page = sorted.slice(from, from + 30)
    const hasMore = sorted.length > from + 30
    const last = page.at(-1)
    const next = hasMore && last ? `${last.id}|${foldText(last.name)}` : null
    return { rows: page, hasMore, next, count: rows.length }
  }
  const change = (next: Contact[]) => {
    rows = next
  }
  return { load, change, rows: () => rows }
}

const contact = (id: number, name: string): Contact => ({
  ...{ id, name, number: `${id}`, otherNumbers: [], email: '', profilePicUrl: '', isGroup: false, disableBot: false },
  ...{ optedOutAt: null, extraInfo: [], createdAt: '', updatedAt: '' },
})
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Pessoa ${String(n).padStart(3, '0')}`)

/** Rows after the events, and rows of a fresh page with as many pages. */
async function compared(change: (rows: Contact[]) => { next: Contact[]; events: object[] }) {
  const there = server(numbered(70))
  const live = createContacts(there.load)
  await live.list.more()
  await live.list.more()
  const { next, events } = change(there.rows())
  there.change(next)
  for (const event of events) live.handlers.contact?.(event as never)
  const fresh = createContacts(there.load)
  await fresh.list.more()
  await fresh.list.more()
  const shown = ({ list }: typeof live) => list.rows.peek().map(({ name }) => name)
  const last = shown(live).length
  return {
    // A page changed by an event ends elsewhere than a fresh one, so only their common part is compared.
    live: { rows: shown(live).slice(0, Math.min(last, 59)), count: live.list.count.peek() },
    fresh: { rows: shown(fresh).slice(0, Math.min(last, 59)), count: fresh.list.count.peek() },
  }
}

const put = (rows: Contact[], row: Contact) => [...rows.filter(({ id }) => id !== row.id), row]
const cases: [string, (rows: Contact[]) => { next: Contact[]; events: object[] }][] = [
  ['created on a loaded page', (rows) => changed(rows, contact(900, 'Pessoa 010 b'), 'create')],
  ['created below the loaded pages', (rows) => changed(rows, contact(900, 'Zuleica'), 'create')],
  ['renamed on a loaded page', (rows) => changed(rows, contact(5, 'Ágata'), 'update')],
  ['renamed to below the loaded pages', (rows) => changed(rows, contact(5, 'Zuleica'), 'update')],
  ['renamed from below the loaded pages', (rows) => changed(rows, contact(69, 'Ágata'), 'update')],
  ['renamed below the loaded pages', (rows) => changed(rows, contact(69, 'Zuleica'), 'update')],
  ['deleted on a loaded page', (rows) => deleted(rows, 3)],
  ['deleted below the loaded pages', (rows) => deleted(rows, 69)],
]
const changed = (rows: Contact[], row: Contact, action: string) => ({
  next: put(rows, row),
  events: [{ action, contact: row }],
})
const deleted = (rows: Contact[], contactId: number) => ({
  next: rows.filter(({ id }) => id !== contactId),
  events: [{ action: 'delete', contactId }],
})

test.each(cases)('a contact %s: loaded pages plus the event equal a fresh load', async (_, change) => {
  const { live, fresh } = await compared(change)
  expect(live).toEqual(fresh)
})

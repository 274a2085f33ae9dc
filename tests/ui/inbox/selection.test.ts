import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Me } from '../../../src/features/accounts/auth/model'
import { session } from '../../../ui/lib/session'
import { bulkAccept, bulkClose, bulkMarkUnread, runBulk } from '../../../ui/pages/inbox/tickets/list/bulk-actions'
import {
  clearSelection,
  selectedTickets,
  selectUpTo,
  toggleSelected,
} from '../../../ui/pages/inbox/tickets/store/selection'
import { applyTicketToLists, dropTicketFromLists, lists, tab } from '../../../ui/pages/inbox/tickets/store/tickets'
import { ana, json, serve } from '../browser'
import { ticket } from './tickets-fixtures'

const nativeFetch = globalThis.fetch
const selected = () => selectedTickets.peek().map(({ id }) => id)
const open = (id: number) => ticket({ id, userId: ana.id, updatedAt: new Date(id * 1000).toISOString() })

beforeEach(async () => {
  session.value = { kind: 'in', me: { ...ana, queues: [] } as unknown as Me }
  for (const list of Object.values(lists)) list.clear()
  clearSelection()
  tab.value = 'mine'
  const rows = [6, 5, 4, 3, 2, 1].map(open)
  serve(() =>
    json({
      tickets: rows,
      hasMore: false,
      next: null,
      counts: { mine: 6, waiting: 0, robot: 0, all: 6, filtered: null },
      pinned: [],
      matches: [],
    }),
  )
  await lists.mine.more()
})
afterEach(() => {
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
  tab.value = 'mine'
})

test('rows are selected one by one and as ranges up to a row', () => {
  toggleSelected(6)
  toggleSelected(4)
  expect(selected()).toEqual([6, 4])
  selectUpTo(1)
  expect(selected()).toEqual([6, 4, 3, 2, 1])
  selectUpTo(3)
  expect(selected()).toEqual([6, 4, 3])
  toggleSelected(6)
  expect(selected()).toEqual([4, 3])
  clearSelection()
  selectUpTo(4, 5)
  selectUpTo(3, 4)
  expect(selected()).toEqual([5, 4, 3])
})

test('a row that leaves the list is deselected, and another list starts without a selection', () => {
  for (const id of [3, 2, 1]) toggleSelected(id)
  dropTicketFromLists(3)
  applyTicketToLists({ ...open(2), status: 'closed', updatedAt: new Date(9000).toISOString() })
  expect(selected()).toEqual([1])
  tab.value = 'waiting'
  tab.value = 'mine'
  expect(selected()).toEqual([])
})

test('a bulk action that fails for one ticket keeps it selected and applies to the others', async () => {
  for (const id of [3, 2, 1]) toggleSelected(id)
  const calls = serve(({ method, path }) => {
    const id = Number(path.split('/')[3])
    if (method === 'GET') return json(open(2))
    if (id === 2) return json({ error: 'ERR_NO_PERMISSION' }, 403)
    return json({ ...open(id), status: 'closed', updatedAt: new Date(9000).toISOString() })
  })
  expect(await runBulk(bulkClose({ outcome: 'Vendido' }), selectedTickets.peek())).toBe(2)
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body))
  expect(sent).toEqual(Array(3).fill({ status: 'closed', outcome: 'Vendido' }))
  expect(calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual(
    [3, 2, 1].map((id) => `/api/tickets/${id}`),
  )
  expect(selected()).toEqual([2])
})

test('a bulk action sends no request for tickets it does not apply to', () => {
  const bob = { ...ana, profile: 'user', allTicket: 'desabled', queues: [{ id: 1 }] }
  session.value = { kind: 'in', me: bob as unknown as Me }
  const mine = { ...open(1), queueId: 1 }
  const colleagues = { ...mine, userId: 99 }
  const waiting = { ...mine, status: 'pending', userId: null } as const
  const closed = { ...mine, status: 'closed' } as const
  const all = [mine, colleagues, waiting, closed]
  expect(all.map(bulkClose().isAllowed)).toEqual([true, false, true, false])
  expect(all.map(bulkAccept.isAllowed)).toEqual([false, false, true, false])
  expect(all.map(bulkMarkUnread.isAllowed)).toEqual([true, false, true, false])
})

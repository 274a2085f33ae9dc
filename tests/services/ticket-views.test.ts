import { expect, test } from 'bun:test'
import type { TicketView } from '../../src/features/ticket-views/model'
import { listTicketViews, replaceTicketViews } from '../../src/features/ticket-views/service'
import { createInstallation, people } from '../installation'

const view = (name: string, changes: Partial<TicketView> = {}): TicketView => ({
  ...{ name, unanswered: false, unread: false, mine: false },
  ...{ tags: [], users: [], connections: [], queues: [] },
  ...changes,
})

test('views belong to their user, keep the order of the last request, and go with the user', async () => {
  const { scopeOf, acme } = await createInstallation()
  const urgent = view('Urgentes', { unanswered: true, tags: [2, 1], queues: [1] })
  await replaceTicketViews(scopeOf('bob'), { views: [view(' Meus ', { mine: true }), urgent] })
  expect(await listTicketViews(scopeOf('bob'))).toEqual({ views: [view('Meus', { mine: true }), urgent] })
  await replaceTicketViews(scopeOf('bob'), { views: [urgent, view('Só meus', { mine: true })] })
  expect((await listTicketViews(scopeOf('bob'))).views.map(({ name }) => name)).toEqual(['Urgentes', 'Só meus'])
  expect(await listTicketViews(scopeOf('sara'))).toEqual({ views: [] })
  expect(await listTicketViews(scopeOf('rui'))).toEqual({ views: [] })
  await acme.transaction((tx) => tx.delete('users').where('id', '=', people.bob.id).execute())
  expect(await acme.select('ticket_views').selectAll().execute()).toEqual([])
})

import { expect, test } from 'bun:test'
import type { Scope } from '../../../src/core/scope'
import { createTag } from '../../../src/features/contacts/tags/service'
import type { TicketView } from '../../../src/features/inbox/tickets/views/model'
import { listTicketViews, replaceTicketViews } from '../../../src/features/inbox/tickets/views/service'
import { createInstallation, people } from '../../installation'

const view = (name: string, changes: Partial<TicketView> = {}): TicketView => ({
  ...{ name, unanswered: false, unread: false, mine: false },
  ...{ tags: [], users: [], connections: [], queues: [] },
  ...changes,
})

const insertTag = async (scope: Scope, name: string) => (await createTag(scope, { name })).id

test('views belong to their user, keep the order of the last request, and go with the user', async () => {
  const { scopeOf, acme } = await createInstallation()
  const tags = [await insertTag(scopeOf('ana'), 'VIP'), await insertTag(scopeOf('ana'), 'Urgente')]
  const urgent = view('Urgentes', { unanswered: true, tags: tags.toReversed(), queues: [1], list: 'waiting' })
  await replaceTicketViews(scopeOf('bob'), { views: [view(' Meus ', { mine: true }), urgent] })
  expect(await listTicketViews(scopeOf('bob'))).toEqual({ views: [view('Meus', { mine: true }), urgent] })
  await replaceTicketViews(scopeOf('bob'), { views: [urgent, view('Só meus', { mine: true })] })
  expect((await listTicketViews(scopeOf('bob'))).views.map(({ name }) => name)).toEqual(['Urgentes', 'Só meus'])
  expect(await listTicketViews(scopeOf('sara'))).toEqual({ views: [] })
  expect(await listTicketViews(scopeOf('rui'))).toEqual({ views: [] })
  await acme.transaction((tx) => tx.delete('users').where('id', '=', people.bob.id).execute())
  expect(await acme.select('ticket_views').selectAll().execute()).toEqual([])
})

test('a view with an id that the company does not have is refused like a missing one, and no view changes', async () => {
  const { scopeOf, insertConnection } = await createInstallation()
  const { id: foreignConnection } = await insertConnection('rival')
  const filters: [Partial<TicketView>, string][] = [
    [{ tags: [await insertTag(scopeOf('rui'), 'Dela')] }, 'ERR_NO_TAG_FOUND'],
    [{ users: [people.rui.id] }, 'ERR_NO_USER_FOUND'],
    [{ connections: [foreignConnection] }, 'ERR_NO_WAPP_FOUND'],
    [{ queues: [3] }, 'ERR_NO_QUEUE_FOUND'],
    [{ tags: [await insertTag(scopeOf('ana'), 'VIP'), 999] }, 'ERR_NO_TAG_FOUND'],
  ]
  await replaceTicketViews(scopeOf('bob'), { views: [view('Meus', { mine: true })] })
  for (const [filter, code] of filters)
    await expect(replaceTicketViews(scopeOf('bob'), { views: [view('Outra', filter)] })).rejects.toMatchObject({ code })
  expect(await listTicketViews(scopeOf('bob'))).toEqual({ views: [view('Meus', { mine: true })] })
})

test('views are renamed and added while one of them has an id that was deleted since', async () => {
  const { scopeOf, acme } = await createInstallation()
  const tag = await insertTag(scopeOf('ana'), 'VIP')
  const store = (...views: TicketView[]) => replaceTicketViews(scopeOf('bob'), { views })
  await store(view('VIPs', { tags: [tag] }))
  await acme.transaction((tx) => tx.delete('tags').where('id', '=', tag).execute())
  const views = [view('Importantes', { tags: [tag] }), view('Da fila', { queues: [1] })]
  expect(await store(...views)).toEqual({ views })
  await store(view('Da fila', { queues: [1] }))
  await expect(store(view('VIPs', { tags: [tag] }))).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
})

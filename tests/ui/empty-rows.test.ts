import './browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import type { Ticket } from '../../src/features/inbox/tickets/model'
import { createList, type Page } from '../../ui/lib/list'
import { VirtualRows } from '../../ui/pages/inbox/tickets/list/rows'
import { render } from './rendered'
import { signInForEachTest } from './signed-in'

/** Text of an empty ticket list. */

await signInForEachTest()

test('an empty ticket list shows its text, not placeholders, while it loads again', async () => {
  const responses = [Promise.withResolvers<Page<Ticket>>(), Promise.withResolvers<Page<Ticket>>()]
  const requests = responses.values()
  const list = createList<Ticket>({ load: async () => requests.next().value!.promise })
  const place = render(createElement(VirtualRows, { list, label: 'Lista', empty: 'Nada aqui' }))
  const isLoading = () => place.querySelector('[role=status]') !== null
  expect(isLoading()).toBe(true)

  responses[0]?.resolve({ rows: [], hasMore: false, next: null })
  await list.more()
  expect(place.textContent).toBe('Nada aqui')

  const reload = list.reload()
  await Bun.sleep(0)
  expect(list.state.peek()).toBe('loading')
  expect(isLoading()).toBe(false)
  expect(place.textContent).toBe('Nada aqui')
  responses[1]?.resolve({ rows: [], hasMore: false, next: null })
  await reload
})

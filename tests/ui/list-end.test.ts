import './browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { ListEnd } from '../../ui/components/infinite-list'
import { createList } from '../../ui/lib/list'
import { render } from './rendered'
import { signInForEachTest } from './signed-in'

/** Text below the last row of a list. */

await signInForEachTest()

/** A list of one page with this number of rows. */
async function loadedList(count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
  const list = createList<{ id: number }>({ load: async () => ({ rows, hasMore: false, next: null }) })
  await list.more()
  return list
}

test.each([
  [9, ''],
  [10, 'Fim da lista'],
])('a loaded list of %d rows ends with the text “%s”', async (count, text) => {
  expect(render(createElement(ListEnd<{ id: number }>, { list: await loadedList(count) })).textContent).toBe(text)
})

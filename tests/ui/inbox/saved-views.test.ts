import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement, Fragment } from 'react'
import type { TicketView } from '../../../src/features/inbox/tickets/views/model'
import { session } from '../../../ui/lib/session'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { SavedViews, SaveView } from '../../../ui/pages/inbox/tickets/list/saved-views'
import {
  applyView,
  currentFilter,
  isActiveView,
  storeViews,
  views,
} from '../../../ui/pages/inbox/tickets/store/saved-views'
import { listTab, showList } from '../../../ui/pages/inbox/tickets/store/search-mode'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { press, render, type, unmount } from '../rendered'

/** Names of saved views, typed in the panel of filters, which closes by Escape and by a click beside it. */

await startTexts()
await loadAllTexts('pt')
const nativeFetch = globalThis.fetch
const filter = { unanswered: false, unread: true, mine: false, tags: [], users: [], connections: [], queues: [] }
let stored: { name: string }[]

beforeEach(() => {
  session.value = { kind: 'in', me: { ...ana, queues: [] } as never }
  stored = [{ name: 'Urgentes', ...filter }]
  serve(({ method, body }) => {
    if (method === 'PUT') stored = JSON.parse(body).views
    return json({ views: stored })
  })
})
afterEach(() => {
  unmount()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

const panel = () => createElement(Fragment, null, createElement(SavedViews), createElement(SaveView))
async function openPanel() {
  const element = render(panel())
  await until('the views', () => element.querySelector('section') !== null)
  return element
}
const buttonOf = (element: Element, name: string) =>
  [...element.querySelectorAll('button')].find((each) =>
    [each.textContent, each.getAttribute('aria-label')].includes(name),
  )!
const names = (element: Element) => [...element.querySelectorAll('input')].map(({ value }) => value)

test('typed names of views are there again when the panel is opened again', async () => {
  const first = await openPanel()
  press(buttonOf(first, 'Salvar como visão'))
  type(first.querySelector('input')!, 'Do bal')
  press(buttonOf(first, 'Renomear Urgentes'))
  type(first.querySelector('section input')!, 'Urgentes de ho')
  unmount()
  const second = await openPanel()
  expect(names(second)).toEqual(['Urgentes de ho', 'Do bal'])
  type(second.querySelector('section input')!, 'Urgentes de hoje')
  press(second.querySelector('section form')!, 'submit')
  await until('the new name', () => views.peek()[0]?.name === 'Urgentes de hoje')
  await until('the end of the renaming', () => second.querySelector('section input') === null)
  press(buttonOf(second, 'Cancelar'))
  expect(names(second)).toEqual([])
})

test('a name that was not changed is not kept', async () => {
  const first = await openPanel()
  press(buttonOf(first, 'Salvar como visão'))
  press(buttonOf(first, 'Renomear Urgentes'))
  unmount()
  expect(names(await openPanel())).toEqual([])
})

test('a view shows its list, and one of an agent who may not see the list of all keeps the list on screen', async () => {
  showList('waiting')
  await storeViews([
    { name: 'Esperam', ...currentFilter.peek() },
    { ...filter, name: 'De todos', list: 'all' },
  ])
  showList('mine')
  const [waiting, all] = views.peek() as [TicketView, TicketView]
  expect([waiting.list, isActiveView(waiting)]).toEqual(['waiting', false])
  applyView(waiting)
  expect([listTab.peek(), isActiveView(waiting)]).toEqual(['waiting', true])
  applyView(all)
  expect(listTab.peek()).toBe('all')
  session.value = { kind: 'in', me: { ...ana, profile: 'user', queues: [] } as never }
  showList('closed')
  applyView(all)
  expect(listTab.peek()).toBe('closed')
})

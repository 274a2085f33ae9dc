import './browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import './rendered'
import { openList } from '../../ui/pages/inbox/tickets/actions/open-list'
import { tab } from '../../ui/pages/inbox/tickets/store/tickets'

/** A list opened by its key takes the focus when it is drawn, unless the user works elsewhere by then. */

beforeEach(() => {
  tab.value = 'mine'
  document.body.innerHTML = '<textarea></textarea><div data-letter-keys></div>'
  document.querySelector('textarea')?.focus()
})
afterEach(() => {
  document.body.innerHTML = ''
})
const drawList = () => {
  document.querySelector('[data-letter-keys]')!.innerHTML =
    '<div role="list"><a href="#" data-main tabindex="0">Lívia</a></div>'
}
const focusedTag = () => document.activeElement?.tagName
/** Two frames: the focus may move in the first one. */
const frames = () => new Promise<unknown>((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))

test('a list that is drawn later gets the focus', async () => {
  openList('waiting')
  expect(focusedTag()).toBe('TEXTAREA')
  drawList()
  await frames()
  expect(focusedTag()).toBe('A')
})

test.each(['keydown', 'pointerdown'])('a %s before the list is drawn keeps the focus', async (name) => {
  openList('waiting')
  window.dispatchEvent(new window.Event(name))
  drawList()
  await frames()
  expect(focusedTag()).toBe('TEXTAREA')
})

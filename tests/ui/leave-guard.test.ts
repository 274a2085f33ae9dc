import './browser'
import { afterEach, expect, spyOn, test } from 'bun:test'
import { createElement, useRef } from 'react'
import { holdBack } from '../../ui/lib/back-entry'
import { guardNavigation, navigate } from '../../ui/lib/leave-guard'
import { usePanelExits } from '../../ui/lib/use-panel-exits'
import { render, unmount } from './rendered'

/** Ways out of a panel with typed words. */

const domWindow = window as never as Record<string, new (type: string, init?: object) => Event>
const popState = () => window.dispatchEvent(new domWindow.Event!('popstate'))

afterEach(() => unmount())

test('navigation outside of components asks while a panel is open, and happens at once otherwise', async () => {
  navigate('/contacts')
  const answers = [false, true]
  const end = guardNavigation(async () => answers.shift() === true)
  navigate('/tickets')
  await Bun.sleep(0)
  expect(location.pathname).toBe('/contacts')
  navigate('/tickets')
  await Bun.sleep(0)
  expect(location.pathname).toBe('/tickets')
  end()
  navigate('/tags')
  expect(location.pathname).toBe('/tags')
})

test('a page with an open panel and a changed form asks for both, the panel first', async () => {
  const asked: string[] = []
  const ends = ['form', 'panel'].map((name) =>
    guardNavigation(async () => {
      asked.push(name)
      return true
    }),
  )
  navigate('/contacts')
  await Bun.sleep(0)
  for (const end of ends) end()
  expect([asked, location.pathname]).toEqual([['panel', 'form'], '/contacts'])
})

test('navigation waits until the browser has gone back from the entry of a closed panel', async () => {
  const back = spyOn(history, 'back').mockImplementation(() => {})
  navigate('/contacts')
  holdBack(() => {})()
  while (back.mock.calls.length === 0) await Bun.sleep(1)
  navigate('/tickets')
  await Bun.sleep(0)
  expect(location.pathname).toBe('/contacts')
  popState()
  await Bun.sleep(0)
  expect(location.pathname).toBe('/tickets')
  back.mockRestore()
})

test('Back over several entries returns to the entry of the panel before it asks', () => {
  const forward = spyOn(history, 'forward').mockImplementation(() => {})
  const asked: string[] = []
  let routed = 0
  const countRouted = () => routed++
  navigate('/contacts')
  const end = holdBack(() => asked.push(location.pathname))
  const { state } = history
  window.addEventListener('popstate', countRouted)
  history.replaceState(null, '', '/tickets')
  popState()
  expect([forward.mock.calls.length, asked, routed]).toEqual([1, [], 0])
  history.replaceState(state, '', '/contacts')
  popState()
  expect([forward.mock.calls.length, asked, routed]).toEqual([1, ['/contacts'], 0])
  window.removeEventListener('popstate', countRouted)
  history.replaceState(null, '')
  end()
  forward.mockRestore()
})

function Panel({ onAsk }: { onAsk: () => void }) {
  const panel = useRef<HTMLElement>(null)
  const mayClose = async () => {
    onAsk()
    return false
  }
  usePanelExits(panel, { mayClose, close: () => {} })
  return createElement('section', { ref: panel }, createElement('p', { id: 'words' }))
}

const searchRow = createElement('search', null, createElement('button', { type: 'button', id: 'clear' }))
const bell = createElement('button', { type: 'button', popoverTarget: 'notes' }, createElement('span', { id: 'icon' }))
const page = (onAsk: () => void) =>
  createElement(
    'div',
    { id: 'root' },
    searchRow,
    bell,
    createElement('p', { id: 'name' }, 'Ana'),
    createElement(Panel, { onAsk }),
  )

/** Presses the pointer in one element and ends the click in another. */
function click(from: string, to: string) {
  const init = { bubbles: true, cancelable: true, detail: 1 }
  document.getElementById(from)?.dispatchEvent(new domWindow.PointerEvent!('pointerdown', init))
  document.getElementById(to)?.dispatchEvent(new domWindow.MouseEvent!('click', init))
}

test('a click behind a panel asks, but not the end of a selection, the search or a button of a menu', async () => {
  let asked = 0
  render(page(() => asked++))
  await Bun.sleep(1)
  click('words', 'name')
  click('clear', 'clear')
  click('icon', 'icon')
  document.getSelection()?.selectAllChildren(document.getElementById('name')!)
  click('name', 'name')
  await Bun.sleep(1)
  expect(asked).toBe(0)
  document.getSelection()?.removeAllRanges()
  click('name', 'name')
  await Bun.sleep(1)
  expect(asked).toBe(1)
})

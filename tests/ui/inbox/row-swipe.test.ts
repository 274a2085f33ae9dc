import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { type SwipeAction, useRowSwipe } from '../../../ui/pages/inbox/tickets/list/use-row-swipe'
import '../rendered'

/** Gestures on a row of the list, with the time stamps of their events. */

const place = document.createElement('div')
let root: Root
let actions: SwipeAction[]
let swipe: ReturnType<typeof useRowSwipe>
const row = () => place.querySelector<HTMLElement>('[data-row]')!
const shift = () => row().querySelector<HTMLElement>('[data-main]')!.style.transform

function Row({ isEnabled }: { isEnabled: boolean }) {
  swipe = useRowSwipe((action) => actions.push(action), isEnabled)
  return createElement('div', { 'data-row': true }, createElement('a', { 'data-main': true }))
}
const show = (isEnabled: boolean) => flushSync(() => root.render(createElement(Row, { isEnabled })))

beforeEach(() => {
  actions = []
  document.body.append(place)
  root = createRoot(place)
  show(true)
})
afterEach(() => {
  root.unmount()
  place.remove()
})

/** Sends the event to the row's handler, if there is one. */
function send(kind: 'onTouchStart' | 'onTouchMove' | 'onTouchEnd', x: number, timeStamp: number) {
  const touches = kind === 'onTouchEnd' ? [] : [{ clientX: x, clientY: 0 }]
  const handlers: Partial<Record<typeof kind, (event: never) => unknown>> = swipe
  handlers[kind]?.({ touches, timeStamp, currentTarget: row() } as never)
}

test.each([
  [0, ['close']],
  [399, ['close']],
  [400, []],
  [900, []],
] as const)('a finger that rests %d ms before it moves sideways does %j', (rest, done) => {
  send('onTouchStart', 0, 1000)
  send('onTouchMove', 60, 1000 + rest)
  send('onTouchMove', 120, 2000 + rest)
  expect(shift()).toBe(done.length > 0 ? 'translateX(120px)' : '')
  send('onTouchEnd', 120, 2010 + rest)
  expect(actions).toEqual([...done])
})

test.each(['onTouchMove', 'onTouchEnd'] as const)(
  'a row that stops being swipeable under the finger goes back at the next %s, and does nothing',
  (kind) => {
    send('onTouchStart', 0, 0)
    send('onTouchMove', 120, 16)
    expect(shift()).toBe('translateX(120px)')
    show(false)
    send(kind, 125, 32)
    expect(shift()).toBe('')
    expect(row().dataset.swipe).toBeUndefined()
    show(true)
    send('onTouchMove', 130, 48)
    send('onTouchEnd', 130, 64)
    expect(actions).toEqual([])
  },
)

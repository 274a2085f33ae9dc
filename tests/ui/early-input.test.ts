import './browser'
import { afterEach, expect, test } from 'bun:test'
import { closeOverlay, consumeEarlyInput, openOverlay } from '../../ui/lib/overlay'

/** Input between the key of the palette and the moment its field is mounted. */

afterEach(closeOverlay)

const dispatch = (type: string, init: object) => {
  const event = Object.assign(new window.Event(type, { bubbles: true, cancelable: true }), init)
  document.body.dispatchEvent(event)
  return event.defaultPrevented
}
const paste = (text: string) => dispatch('paste', { clipboardData: { getData: () => text } })

test('letters and pasted text before the palette is mounted are its text, in one line', () => {
  openOverlay('palette')
  dispatch('keydown', { key: 'a' })
  expect(paste('+55 11\n 98104-2317')).toBe(true)
  dispatch('keydown', { key: 'Enter' })
  expect(consumeEarlyInput()).toEqual({ text: 'a+55 11 98104-2317', entered: true })
  // The page handles later input.
  expect(paste('x')).toBe(false)
  expect(dispatch('keydown', { key: 'b' })).toBe(false)
})

test('text without a key of its own, such as an accented letter, goes to the palette and not to the page', () => {
  openOverlay('palette')
  expect(dispatch('beforeinput', { data: 'é', inputType: 'insertText' })).toBe(true)
  dispatch('keydown', { key: 'l' })
  // The browser inserts nothing itself where a paste or a deletion has no data.
  expect(dispatch('beforeinput', { data: null, inputType: 'deleteContentBackward' })).toBe(false)
  expect(consumeEarlyInput()).toEqual({ text: 'él', entered: false })
  expect(dispatch('beforeinput', { data: 'x', inputType: 'insertText' })).toBe(false)
})

import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'

/** Components rendered in the test's document, and keys typed in them. */

// Classes and functions of the browser that components' libraries expect; those of Bun stay.
for (const name of Object.getOwnPropertyNames(window))
  if (/^[A-Z]|Frame$|^getComputedStyle$/.test(name) && !(name in globalThis))
    Object.defineProperty(globalThis, name, { value: window[name as never], configurable: true, writable: true })

let root: Root | undefined

export function render(node: ReactNode): HTMLElement {
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  flushSync(() => root?.render(node))
  return place
}
export function unmount() {
  root?.unmount()
  document.body.innerHTML = ''
}

const domEvent = (name: 'Event' | 'KeyboardEvent') =>
  (window as never as Record<string, new (type: string, init: object) => Event>)[name]!

/** Replaces the text of a field as typing does. React reads it at `keyup` if it found no document when it loaded. */
export function type(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  // React puts a tracker on the element itself; the setter of its class changes the text as the browser does.
  let owner = Object.getPrototypeOf(field)
  while (!Object.hasOwn(owner, 'value')) owner = Object.getPrototypeOf(owner)
  const { set } = Object.getOwnPropertyDescriptor(owner, 'value')!
  flushSync(() => {
    field.dispatchEvent(new (domEvent('Event'))('focusin', { bubbles: true }))
    set?.call(field, text)
    field.dispatchEvent(new (domEvent('Event'))('input', { bubbles: true }))
    field.dispatchEvent(new (domEvent('KeyboardEvent'))('keyup', { bubbles: true }))
  })
}

/** Presses a key in an element; without a key, clicks it. A form is sent with 'submit'. */
export const press = (element: Element, key?: string) =>
  flushSync(() => {
    const init = { key, bubbles: true, cancelable: true }
    const name = key === undefined ? 'click' : key === 'submit' ? 'submit' : 'keydown'
    element.dispatchEvent(new (domEvent(name === 'keydown' ? 'KeyboardEvent' : 'Event'))(name, init))
  })

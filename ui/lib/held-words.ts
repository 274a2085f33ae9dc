import i18n from 'i18next'
import type { TextField } from './replace-text'
import { focusField, isPrintable, typeInto } from './typed-keys'

/**
 * Words typed while a field is expected: after the user has closed, opened or accepted a conversation, or has opened a
 * dialog or panel by its key, until its field is on screen (docs/adr/0095).
 */

/** Identity of the latest expectation; null while no field is expected. */
let expected: object | null = null
/** Field without a place on the screen that has the focus meanwhile, so that accents and input methods work. */
let holder: HTMLTextAreaElement | null = null
/** Field into which the words would have been typed; they return to it when no other field comes. */
let origin: HTMLTextAreaElement | null = null
/** Element that had the focus before the first held key. */
let focusedBefore: HTMLElement | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** Maximum wait for an expected field, in ms. */
const timeout = 30_000

/**
 * Holds printable keys until a field mounts; returns the function that ends it, unless another field is expected since.
 * Escape and a pointer press end it too.
 */
export function expectTypingField(): () => void {
  const mine = {}
  expected = mine
  clearTimeout(timer)
  timer = setTimeout(endHold, timeout)
  return () => {
    if (expected === mine) endHold()
  }
}

/**
 * Moves the focus to the holder before the browser handles the key, so the browser types it there. Returns true if it
 * does. `field` would take the key otherwise.
 */
export function holdKey(event: KeyboardEvent, field: HTMLTextAreaElement | null): boolean {
  if (expected && event.key === 'Escape') endHold()
  if (!expected || !(isPrintable(event) || isPaste(event))) return false
  if (!holder) {
    focusedBefore = document.activeElement as HTMLElement | null
    origin = field
    holder = createHolder()
  }
  // A question that held the words takes the holder with it when it is answered.
  if (!holder.isConnected) placeHolder(holder)
  focusField(holder)
  return true
}

const isPaste = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'v' && (ctrlKey || metaKey) && !altKey && !shiftKey

function createHolder(): HTMLTextAreaElement {
  const area = document.createElement('textarea')
  area.setAttribute('aria-label', i18n.t('tickets.heldWords'))
  area.tabIndex = -1
  area.className = 'pointer-events-none fixed bottom-0 left-0 size-px opacity-0'
  return area
}

/** Puts the holder into the question on screen, whose focus trap would take the focus back from any other place. */
const placeHolder = (area: HTMLElement) =>
  (document.querySelector('[data-holds-words]')?.parentElement ?? document.body).append(area)

/** True for keys and presses in a question that holds words. */
export const isInHoldingQuestion = (target: EventTarget | null) =>
  target instanceof Element && !!target.closest('[role=dialog]')?.querySelector('[data-holds-words]')

/** Ends the hold and returns the held words. */
function takeHeldWords(): string {
  const text = holder?.value ?? ''
  holder?.remove()
  clearTimeout(timer)
  expected = null
  holder = null
  return text
}

/** Types the held words into the field for which they were held; without one they return to their origin. */
export function passHeldWords(field: TextField | null) {
  if (!expected) return
  if (!field) return endHold()
  const text = takeHeldWords()
  // Not during React's commit: the insertion fires an input event, which sets state.
  if (text) queueMicrotask(() => typeInto(field, text))
}

/** Ends the hold. The words return to the field in which they would have been typed, if it is still on screen. */
export function endHold() {
  if (!holder) return void takeHeldWords()
  const text = takeHeldWords()
  const field = origin
  if (text && field?.isConnected) queueMicrotask(() => typeInto(field, text))
  else focusedBefore?.focus({ preventScroll: true })
}

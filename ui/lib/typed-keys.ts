import { isApple } from './key-names'
import { insertText, type TextField } from './replace-text'

/** Keys that type text, and text inserted as if typed. */

/** One character, or the beginning of one (dead keys, IME). Option types characters on Apple keyboards, AltGr elsewhere. */
export function isPrintable(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  if (isComposing) return false
  const isTyped = event.getModifierState?.('AltGraph') === true || (altKey && !ctrlKey && isApple())
  if ((ctrlKey || metaKey || altKey) && !isTyped) return false
  return [...key].length === 1 || key === 'Dead' || key === 'Process'
}

const writable =
  'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, [contenteditable=true]'
/** True in a text field, where single keys type letters. */
export const isTextField = (target: EventTarget | null) =>
  target instanceof Element && target.closest(writable) !== null

/** Focuses a field at its last cursor position; at the end of its text if it was not focused before. */
export function focusField(area: TextField) {
  const isUnvisited = area.selectionEnd === 0
  area.focus({ preventScroll: true })
  if (isUnvisited) area.setSelectionRange(area.value.length, area.value.length)
}

/** Focuses a field and types text at its cursor. */
export function typeInto(area: TextField, text: string) {
  focusField(area)
  insertText(text)
}

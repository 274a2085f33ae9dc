import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { isApple } from './key-names'

/**
 * Printable keys and pastes outside every field go into the field of the open conversation (docs/adr/0031). Keys pressed
 * before that field exists are buffered and inserted as soon as it does.
 */

interface TypingField {
  area: RefObject<HTMLTextAreaElement | null>
  onFiles?: (files: File[]) => void
}
/** The last one registered is used first. */
const fields: TypingField[] = []
/** Number of open conversations, with or without a field. */
let conversationCount = 0
/** Keys pressed while a field is expected; null while none is. */
let buffer: string | null = null
let bufferTimer: ReturnType<typeof setTimeout> | undefined
/** Maximum wait for an expected field, in ms. Later keys are not buffered. */
const bufferTimeout = 30_000

/**
 * Marks that a conversation is open: letters outside its field type text instead of running shortcuts, even if it has
 * no
 * field. Returns the function that ends it.
 */
export function addOpenConversation(): () => void {
  conversationCount++
  return () => void conversationCount--
}
export const useOpenConversation = () => useLayoutEffect(addOpenConversation, [])
export const isConversationOpen = () => conversationCount > 0

/** Makes a text area the target of keys and pastes outside every field; returns the function that ends it. */
export function addTypingField(field: TypingField): () => void {
  fields.push(field)
  insertBuffer(field)
  return () => void fields.splice(fields.indexOf(field), 1)
}
export const useTypingField = (area: TypingField['area'], onFiles?: TypingField['onFiles']) =>
  useLayoutEffect(() => addTypingField({ area, onFiles }), [area, onFiles])

/**
 * Buffers printable keys until a field mounts; returns the function that ends it. Escape and a pointer press end it
 * too.
 */
export function expectTypingField(): () => void {
  buffer ??= ''
  clearTimeout(bufferTimer)
  bufferTimer = setTimeout(endBuffer, bufferTimeout)
  return endBuffer
}

/** Hook of `expectTypingField` for a component in whose place a field will be mounted. */
export function useExpectedField(isExpected: boolean) {
  useLayoutEffect(() => {
    if (isExpected) expectTypingField()
  }, [isExpected])
  // A passive clean-up runs after the layout effects of the replacing component, so the field finds the buffer.
  useEffect(() => endBuffer, [])
}

export function endBuffer() {
  buffer = null
  clearTimeout(bufferTimer)
}

function insertBuffer({ area: { current } }: TypingField) {
  const text = buffer
  endBuffer()
  if (!text || !current) return
  // Not during React's commit: the insertion fires an input event, which sets state.
  queueMicrotask(() => {
    focusField(current)
    insertText(text)
  })
}

/** Adds a key to the buffer of an expected field. Returns true if it was added. */
export function bufferKey(event: KeyboardEvent): boolean {
  if (buffer === null) return false
  if (event.key === 'Escape') {
    endBuffer()
    return false
  }
  const next = buffered(buffer, event)
  if (next === null) return false
  buffer = next
  event.preventDefault()
  return true
}

/** Enter inserts a line break, so that no message is sent unseen. */
function buffered(text: string, event: KeyboardEvent): string | null {
  if (isPrintable(event)) return [...event.key].length === 1 ? text + event.key : null
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.key === 'Enter') return text === '' ? null : `${text}\n`
  return event.key === 'Backspace' ? text.slice(0, -1) : null
}

/**
 * Focuses the field before the browser handles the key, so the browser itself types it there. Space stays with the page:
 * it presses buttons and scrolls.
 */
export function typeInField(event: KeyboardEvent): void {
  if (!isPrintable(event) || event.key === ' ' || choosesByLetter(event.target)) return
  const area = visibleField()?.area.current
  if (area) focusField(area)
}

/** Inserts pasted text or files when the focus is outside every field. */
export function pasteInField(event: ClipboardEvent): void {
  const field = visibleField()
  const area = field?.area.current
  if (!area || !event.clipboardData) return
  event.preventDefault()
  focusField(area)
  const files = [...event.clipboardData.files]
  if (files.length > 0) field.onFiles?.(files)
  else insertText(event.clipboardData.getData('text/plain'))
}

/** One character, or the beginning of one (dead keys, IME). Option types characters on Apple keyboards, AltGr elsewhere. */
export function isPrintable(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  if (isComposing) return false
  const isTyped = event.getModifierState?.('AltGraph') === true || (altKey && !ctrlKey && isApple())
  if ((ctrlKey || metaKey || altKey) && !isTyped) return false
  return [...key].length === 1 || key === 'Dead' || key === 'Process'
}

/** Fields behind a modal dialog are inert; those of a hidden pane have no box. */
const visibleField = () =>
  fields.findLast(({ area: { current } }) => current && !current.closest('[inert]') && current.checkVisibility())

/** Combo boxes and list boxes jump to the entry that starts with the letter. */
const choosesByLetter = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=combobox], [aria-haspopup=listbox]') !== null

/** Focuses a field at its last cursor position; at the end of its text if it was not focused before. */
function focusField(area: HTMLTextAreaElement) {
  const isUnvisited = area.selectionEnd === 0
  area.focus({ preventScroll: true })
  if (isUnvisited) area.setSelectionRange(area.value.length, area.value.length)
}

/** Types into the focused field. Deprecated, but the only call that keeps the undo history of a text field. */
const insertText = (text: string) => document.execCommand('insertText', false, text)

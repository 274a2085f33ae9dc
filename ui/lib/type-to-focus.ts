import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { endHold, expectTypingField, holdKey, passHeldWords } from './held-words'
import type { TextField } from './replace-text'
import { focusField, isPrintable, isTextField, typeInto } from './typed-keys'

/**
 * Printable keys and pastes outside every field go into the field of the place where the user works: the search while it
 * is chosen, else the open conversation (docs/adr/0031). Keys pressed before the conversation's field exists are held and
 * inserted as soon as it does (docs/adr/0095).
 */

interface TypingField {
  area: RefObject<HTMLTextAreaElement | null>
  onFiles?: (files: File[]) => void
}
/** Fields of conversations; the last one registered is used first. */
const fields: TypingField[] = []
/** Number of open conversations, with or without a field. */
let conversationCount = 0

/**
 * Marks that a conversation is open: letters outside its field type text instead of running shortcuts, even if it has
 * no field. Returns the function that ends it.
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
  passHeldWords(field.area.current)
  return () => void fields.splice(fields.indexOf(field), 1)
}
export const useTypingField = (area: TypingField['area'], onFiles?: TypingField['onFiles']) =>
  useLayoutEffect(() => addTypingField({ area, onFiles }), [area, onFiles])

/** Hook of `expectTypingField` for a component in whose place a field will be mounted. */
export function useExpectedField(isExpected: boolean) {
  useLayoutEffect(() => {
    if (isExpected) expectTypingField()
  }, [isExpected])
  // A passive clean-up runs after the layout effects of the replacing component, so the field finds the held words.
  useEffect(() => endHold, [])
}

/**
 * Holds a key pressed while a field is expected, also if the field of the conversation being left has the focus. Returns
 * true if it is held.
 */
export function holdTypedKey(event: KeyboardEvent, isCommandPlace: boolean): boolean {
  const { target } = event
  const typed = fields.find(({ area }) => area.current === target)?.area.current
  if (isTextField(target) && !typed) return false
  return holdKey(event, typed ?? (isCommandPlace ? null : (visibleField()?.area.current ?? null)))
}

/**
 * Focuses the field before the browser handles the key, so the browser itself types it there. Space stays with the page:
 * it presses buttons and scrolls.
 */
export function typeInField(event: KeyboardEvent, place: Element): void {
  if (!isPrintable(event) || event.key === ' ' || choosesByLetter(event.target)) return
  const field = fieldFor(place)
  if (field) focusField(field)
}

/** Inserts pasted text or files when the focus is outside every field. */
export function pasteInField(event: ClipboardEvent, place: Element): void {
  const field = fieldFor(place)
  if (!field || !event.clipboardData) return
  event.preventDefault()
  focusField(field)
  const files = [...event.clipboardData.files]
  if (files.length > 0) fields.find(({ area }) => area.current === field)?.onFiles?.(files)
  else typeInto(field, event.clipboardData.getData('text/plain'))
}

/**
 * Field for words typed at a place outside every field. An element with `data-typing-place` has a field of its own, the
 * one with `data-typing-field`; the row of the open conversation has that of the conversation. Words typed on a control
 * elsewhere have none: they must not reach a customer.
 */
function fieldFor(place: Element): TextField | undefined {
  if (place.closest(choices)) return undefined
  const row = place.closest('[data-letter-keys] [role=listitem]')
  if (row?.querySelector('[aria-current=page]')) return visibleField()?.area.current ?? undefined
  const own = place.closest('[data-typing-place]')?.querySelector<TextField>('[data-typing-field]')
  if (own) return own
  return place.closest(controls) ? undefined : (visibleField()?.area.current ?? undefined)
}
/** Entries of menus and lists, which a letter chooses. */
const choices = '[role^=menuitem], [role=option], [role=treeitem]'
const controls =
  'a[href], button, input, select, summary, [role=tab], [role=button], [role=switch], [role=slider], [role=checkbox], ' +
  '[role=radio], [role=link], [tabindex="0"]'

/** Fields behind a modal dialog are inert; those of a hidden pane have no box. */
const visibleField = () =>
  fields.findLast(({ area: { current } }) => current && !current.closest('[inert]') && current.checkVisibility())

/** Combo boxes and list boxes jump to the entry that starts with the letter. */
const choosesByLetter = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=combobox], [aria-haspopup=listbox]') !== null

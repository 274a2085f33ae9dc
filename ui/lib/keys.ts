import { computed, signal } from '@preact/signals-react'
import { useEffect, useMemo, useRef } from 'react'
import { type ActionId, actionIds, keysOf, needsList, shownKey, shownKeyAnywhere } from './key-map'
import { isSingle, nameOf } from './key-names'
import { bufferKey, endBuffer, isTypingPlace, pasteInField, typeInField } from './type-to-focus'
import { useValue } from './use-value'

/** Action that can be run by its key and from the palette while it is registered. */
export interface Action {
  id: ActionId
  run: () => void
  /** False while the action is not available; the key then reaches other handlers. */
  when?: () => boolean
  /** True if holding the key repeats the action. */
  repeats?: boolean
}

/** Registered actions; the last one registered is asked first. */
const actions: Action[] = []
/** Incremented when an action is registered or removed. */
const registrations = signal(0)

/** Registers an action; returns the function that removes it. Keys and texts are in key-map.ts. */
export function action(given: Action): () => void {
  actions.push(given)
  registrations.value++
  return () => {
    const at = actions.indexOf(given)
    if (at >= 0) actions.splice(at, 1)
    registrations.value++
  }
}

/** Registers an action while the component is mounted; always runs the latest function. */
export function useAction(id: ActionId, run: () => void, options: { when?: () => boolean; repeats?: boolean } = {}) {
  const latest = useRef({ run, options })
  latest.current = { run, options }
  useEffect(
    () =>
      action({
        id,
        run: () => latest.current.run(),
        when: () => latest.current.options.when?.() ?? true,
        repeats: options.repeats,
      }),
    [id, options.repeats],
  )
}

/** Actions available now, for the palette. */
export const possible = (): Action[] => actionIds.flatMap((id) => find(id) ?? [])
const find = (id: ActionId) => actions.findLast((each) => each.id === id && (each.when?.() ?? true))

/**
 * Display text of an action's key, for a tooltip or menu; undefined if it has none. `list` is for elements in a row,
 * where
 * the single key works.
 */
export function useShortcut(id: ActionId, place: 'list' | 'anywhere' = 'anywhere'): string | undefined {
  const key = useMemo(() => {
    const read = place === 'list' ? shownKey : shownKeyAnywhere
    return computed(() => isRegistered(id, registrations.value) && read(id))
  }, [id, place])
  return useValue(key) || undefined
}
const isRegistered = (id: ActionId, _: number) => actions.some((each) => each.id === id)

/** Maximum time in ms between the keys of a sequence. */
const patience = 1500
let begun = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** Handles keys and pastes of the whole page; returns the function that stops it. */
export function startKeys(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('keydown', press, { signal })
  document.addEventListener('paste', paste, { signal })
  watchFocus(signal)
  return () => stop.abort()
}

export function press(event: KeyboardEvent) {
  if (event.defaultPrevented || isElsewhere(event.target)) return
  const isInField = isWritten(event.target)
  if (!isInField && bufferKey(event)) return
  const name = nameOf(event)
  if (name && command(name, event)) return
  if (!isInField && !takesLetters(event.target)) typeInField(event)
}

/** Runs the action of a key or starts a sequence. Returns true if the key was handled. */
function command(name: string, event: KeyboardEvent): boolean {
  const keys = begun ? `${begun} ${name}` : name
  begin('')
  if (run(keys, event) || (keys !== name && run(name, event))) return true
  const isBeginning = actionIds.some((id) => answering(id, `${keys} `, event.target).length > 0)
  if (isBeginning) begin(keys)
  return isBeginning
}

function run(keys: string, event: KeyboardEvent): boolean {
  const wanted = actionIds.flatMap((id) => answering(id, keys, event.target))[0]
  if (!wanted) return false
  event.preventDefault()
  if (!event.repeat || wanted.repeats) wanted.run()
  return true
}

/** Action that responds to these keys at this target; keys that end with a space are the beginning of a sequence. */
function answering(id: ActionId, keys: string, target: EventTarget | null): Action[] {
  const fits = keysOf(id).some((each) => (keys.endsWith(' ') ? each.startsWith(keys) : each === keys))
  if (!fits || (isSingle(keys.trimEnd()) && !actsAlone(id, target))) return []
  const found = find(id)
  return found ? [found] : []
}

/** True if a single key is a shortcut here and not a letter (docs/adr/0031). */
function actsAlone(id: ActionId, target: EventTarget | null): boolean {
  if (isWritten(target)) return false
  return takesLetters(target) || !(needsList(id) || isTypingPlace())
}

function begin(keys: string) {
  clearTimeout(timer)
  begun = keys
  if (keys) timer = setTimeout(() => begin(''), patience)
}

function paste(event: ClipboardEvent) {
  if (!event.defaultPrevented && !isElsewhere(event.target) && !isWritten(event.target)) pasteInField(event)
}

/** True if the last input was a pointer, and if the focus was moved by one. */
let pointed = false
let focusedByPointer = false

/** Tracks how the focus moved: after a click on a row, letters are typed in the composer, not used as shortcuts. */
function watchFocus(signal: AbortSignal) {
  const options = { signal, capture: true }
  const hear = (event: 'keydown' | 'focusin' | 'pointerdown', handler: () => void) =>
    document.addEventListener(event, handler, options)
  hear('keydown', () => {
    pointed = false
  })
  hear('focusin', () => {
    focusedByPointer = pointed
  })
  hear('pointerdown', () => {
    pointed = true
    focusedByPointer = true
    endBuffer()
  })
}

/** True if the target is in a list with single-key shortcuts and was focused by the keyboard. */
const takesLetters = (target: EventTarget | null) =>
  !focusedByPointer && target instanceof Element && target.closest('[data-letter-keys]') !== null

/** Dialogs, menus and list boxes handle their own keys. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null

const writable =
  'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, [contenteditable=true]'
/** True in a text field, where single keys type letters. */
const isWritten = (target: EventTarget | null) => target instanceof Element && target.closest(writable) !== null

import { computed, signal } from '@preact/signals-react'
import { useEffect, useMemo, useRef } from 'react'
import { type ActionId, actionIds, keysOf, needsList, shownKey, shownKeyAnywhere } from './key-map'
import { isSingle, nameOf } from './key-names'
import { bufferKey, endBuffer, isTypingPlace, pasteInField, typeInField } from './type-to-focus'
import { useValue } from './use-value'

/** Something a person can do by a key and from the palette, for as long as it is registered. */
export interface Action {
  id: ActionId
  run: () => void
  /** Not now: the key is left to whoever else wants it. */
  when?: () => boolean
  /** Also while the key is held down. */
  repeats?: boolean
}

/** The newest last: it is the one asked first. */
const actions: Action[] = []
/** Raised whenever one comes or goes. */
const registrations = signal(0)

/** `useEffect(() => action({ id: 'search', run }), [])`: the answer takes it back. Keys and words are in key-map.ts. */
export function action(given: Action): () => void {
  actions.push(given)
  registrations.value++
  return () => {
    const at = actions.indexOf(given)
    if (at >= 0) actions.splice(at, 1)
    registrations.value++
  }
}

/** The same for a component: what is run is always the newest. */
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

/** What can be done right now, for the palette. */
export const possible = (): Action[] => actionIds.flatMap((id) => find(id) ?? [])
const find = (id: ActionId) => actions.findLast((each) => each.id === id && (each.when?.() ?? true))

/**
 * For a tooltip or a menu: the key of an action, as people write it; undefined where it does nothing. `list` is for what
 * stands on a row, where the letter alone acts.
 */
export function useShortcut(id: ActionId, place: 'list' | 'anywhere' = 'anywhere'): string | undefined {
  const key = useMemo(() => {
    const read = place === 'list' ? shownKey : shownKeyAnywhere
    return computed(() => isRegistered(id, registrations.value) && read(id))
  }, [id, place])
  return useValue(key) || undefined
}
const isRegistered = (id: ActionId, _: number) => actions.some((each) => each.id === id)

/** How long the second key of two may take, in ms. */
const patience = 1500
let begun = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** Hears the keys and pastes of the whole page; the answer ends it. */
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

/** Runs the action of a key, or begins a sequence. True when the key was one of these. */
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

/** The action if it answers to these keys here; keys that end in a space are the beginning of a sequence. */
function answering(id: ActionId, keys: string, target: EventTarget | null): Action[] {
  const fits = keysOf(id).some((each) => (keys.endsWith(' ') ? each.startsWith(keys) : each === keys))
  if (!fits || (isSingle(keys.trimEnd()) && !actsAlone(id, target))) return []
  const found = find(id)
  return found ? [found] : []
}

/** True where a single key is a command and no letter (docs/adr/0031). */
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

/** True when the last press was of a pointer, and when the focus came by one. */
let pointed = false
let focusedByPointer = false

/** A row that was clicked is no place for letters: the person goes on to type, not to command. */
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

/** A list in which letters are commands, reached by the keyboard. */
const takesLetters = (target: EventTarget | null) =>
  !focusedByPointer && target instanceof Element && target.closest('[data-letter-keys]') !== null

/** A window, menu or list of choices has keys of its own. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null

const writable =
  'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, [contenteditable=true]'
/** A field: single keys are letters there. */
const isWritten = (target: EventTarget | null) => target instanceof Element && target.closest(writable) !== null

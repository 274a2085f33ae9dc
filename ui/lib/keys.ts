import { computed, signal } from '@preact/signals-react'
import { useEffect, useMemo, useRef } from 'react'
import { endHold, isInHoldingQuestion } from './held-words'
import { type ActionId, actionIds, globalKeyText, keysOf, listKeyText, needsList } from './key-map'
import { isSingle, nameOf } from './key-names'
import { holdTypedKey, isConversationOpen, pasteInField, typeInField } from './type-to-focus'
import { isTextField } from './typed-keys'
import { useValue } from './use-value'

/** Action that can be run by its key and from the palette while it is registered. */
interface Action {
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
export function registerAction(registered: Action): () => void {
  actions.push(registered)
  registrations.value++
  return () => {
    const at = actions.indexOf(registered)
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
      registerAction({
        id,
        run: () => latest.current.run(),
        when: () => latest.current.options.when?.() ?? true,
        repeats: options.repeats,
      }),
    [id, options.repeats],
  )
}

/** Actions available now, for the palette. */
export const availableActions = (): Action[] => actionIds.flatMap((id) => findAvailable(id) ?? [])
const findAvailable = (id: ActionId) => actions.findLast((each) => each.id === id && (each.when?.() ?? true))

/**
 * Display text of an action's key, for a tooltip or menu; undefined if it has none. `list` is for elements in a row,
 * where the single key works.
 */
export function useShortcut(id: ActionId, focus: 'list' | 'anywhere' = 'anywhere'): string | undefined {
  const key = useMemo(() => {
    const read = focus === 'list' ? listKeyText : globalKeyText
    return computed(() => isRegistered(id, registrations.value) && read(id))
  }, [id, focus])
  return useValue(key) || undefined
}
const isRegistered = (id: ActionId, _: number) => actions.some((each) => each.id === id)

/** Maximum time in ms between the keys of a sequence. */
const sequenceTimeout = 1500
let pressedKeys = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** Handles keys and pastes of the whole page; returns the function that stops it. */
export function startKeys(): () => void {
  const abort = new AbortController()
  const { signal } = abort
  document.addEventListener('keydown', handleKeyDown, { signal })
  document.addEventListener('paste', paste, { signal })
  watchFocus(signal)
  return () => abort.abort()
}

export function handleKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented) return
  if (hasOwnKeys(event.target)) {
    if (isInHoldingQuestion(event.target) && event.key !== ' ' && event.key !== 'Escape') holdTypedKey(event, false)
    return
  }
  const isInField = isTextField(event.target)
  if (holdTypedKey(event, isLetterKeyList(event.target))) return
  const name = nameOf(event)
  if (name && handleKey(name, event)) return
  if (!isInField && !isLetterKeyList(event.target)) typeInField(event, placeOf(event))
}

/** Runs the action of a key or starts a sequence. Returns true if the key was handled. */
function handleKey(name: string, event: KeyboardEvent): boolean {
  const keys = pressedKeys ? `${pressedKeys} ${name}` : name
  setPressedKeys('')
  if (runAction(keys, event) || (keys !== name && runAction(name, event))) return true
  const isBeginning = actionIds.some((id) => matchingActions(id, `${keys} `, event.target).length > 0)
  if (isBeginning) setPressedKeys(keys)
  return isBeginning
}

function runAction(keys: string, event: KeyboardEvent): boolean {
  const matched = actionIds.flatMap((id) => matchingActions(id, keys, event.target))[0]
  if (!matched) return false
  event.preventDefault()
  if (!event.repeat || matched.repeats) matched.run()
  return true
}

/** Action that responds to these keys at this target; keys that end with a space are the beginning of a sequence. */
function matchingActions(id: ActionId, keys: string, target: EventTarget | null): Action[] {
  const matches = keysOf(id).some((each) => (keys.endsWith(' ') ? each.startsWith(keys) : each === keys))
  if (!matches || (isSingle(keys.trimEnd()) && !isSingleKeyAllowed(id, target))) return []
  const found = findAvailable(id)
  return found ? [found] : []
}

/** True if a single key is a shortcut here and not a letter (docs/adr/0031). */
function isSingleKeyAllowed(id: ActionId, target: EventTarget | null): boolean {
  if (isTextField(target)) return false
  return isLetterKeyList(target) || !(needsList(id) || isConversationOpen())
}

function setPressedKeys(keys: string) {
  clearTimeout(timer)
  pressedKeys = keys
  if (keys) timer = setTimeout(() => setPressedKeys(''), sequenceTimeout)
}

function paste(event: ClipboardEvent) {
  if (!event.defaultPrevented && !hasOwnKeys(event.target) && !isTextField(event.target))
    pasteInField(event, placeOf(event))
}

/** True if the last input event was a pointer press. */
let wasPointerLast = false
/** True if a pointer press moved the focus to the focused element. */
let focusedByPointer = false
/** Element of the last pointer press, if the focus has not moved by key since. */
let pressedElement: Element | null = null

/** Tracks how the focus moved: after a click on a row, letters are typed in the composer, not used as shortcuts. */
function watchFocus(signal: AbortSignal) {
  const options = { signal, capture: true }
  const listen = (event: 'keydown' | 'focusin' | 'pointerdown', handler: (event: Event) => void) =>
    document.addEventListener(event, handler, options)
  listen('keydown', () => {
    wasPointerLast = false
  })
  listen('focusin', () => {
    focusedByPointer = wasPointerLast
    if (!wasPointerLast) pressedElement = null
  })
  listen('pointerdown', ({ target }) => {
    wasPointerLast = true
    focusedByPointer = true
    pressedElement = target instanceof Element ? target : null
    if (!isInHoldingQuestion(target)) endHold()
  })
}

/** Where the user works: the focused element, or the one pressed last while nothing has the focus. */
function placeOf({ target }: Event): Element {
  if (target instanceof Element && target !== document.body && target !== document.documentElement) return target
  return pressedElement?.isConnected ? pressedElement : document.body
}

/** True if the target is in a list with single-key shortcuts and was focused by the keyboard. */
const isLetterKeyList = (target: EventTarget | null) =>
  !focusedByPointer && target instanceof Element && target.closest('[data-letter-keys]') !== null

/** Dialogs, menus and list boxes handle their own keys. */
const hasOwnKeys = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null

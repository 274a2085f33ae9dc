import { computed, signal } from '@preact/signals-react'
import { useEffect, useMemo, useRef } from 'react'
import { type ActionId, actionIds, keyOf, shownKey } from './key-map'
import { isSingle, nameOf } from './key-names'
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

/** For a tooltip or a menu: the key of an action, as people write it; undefined where it does nothing. */
export function useShortcut(id: ActionId): string | undefined {
  return (
    useValue(useMemo(() => computed(() => isRegistered(id, registrations.value) && shownKey(id)), [id])) || undefined
  )
}
const isRegistered = (id: ActionId, _: number) => actions.some((each) => each.id === id)

/** How long the second key of two may take, in ms. */
const patience = 1500
let begun = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** Hears the keys of the whole page; the answer ends it. */
export function startKeys(): () => void {
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

export function press(event: KeyboardEvent) {
  const name = nameOf(event)
  if (!name || event.defaultPrevented || isElsewhere(event.target)) return
  const keys = begun ? `${begun} ${name}` : name
  begin('')
  if (isSingle(keys) && isWritten(event.target)) return
  if (run(keys, event) || (keys !== name && run(name, event))) return
  if (actionIds.some((id) => keyOf(id).startsWith(`${keys} `) && find(id))) begin(keys)
}

function run(keys: string, event: KeyboardEvent): boolean {
  const wanted = actionIds.filter((id) => keyOf(id) === keys).flatMap((id) => find(id) ?? [])[0]
  if (!wanted) return false
  event.preventDefault()
  if (!event.repeat || wanted.repeats) wanted.run()
  return true
}

function begin(keys: string) {
  clearTimeout(timer)
  begun = keys
  if (keys) timer = setTimeout(() => begin(''), patience)
}

/** A window, menu or list of choices has keys of its own. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null

const writable =
  'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, [contenteditable=true]'
/** Somebody writes there: single keys are letters. */
const isWritten = (target: EventTarget | null) => target instanceof Element && target.closest(writable) !== null

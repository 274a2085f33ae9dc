import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { Thread } from '../store/thread'
import { replace } from './formatting'
import { triggerAt } from './trigger'
import { type Choice, useChoices } from './use-choices'
import type { ComposerModel } from './use-composer'

export interface Suggestions {
  choices: Choice[]
  active: number
  /** True if a trigger has matches and was not dismissed. */
  isOpen: boolean
  pick: (index: number) => void
  point: (index: number) => void
  /** Returns true if the list has handled the key. */
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  /** Called with the new position of the cursor. */
  onCaret: (caret: number) => void
}

/**
 * Suggestions for the word at the cursor: quick messages after `/`, variables after `{{`, colleagues after `@` in a
 * note.
 */
export function useSuggestions(
  area: RefObject<HTMLTextAreaElement | null>,
  { text, mode, aim, addFiles }: ComposerModel,
  thread: Thread,
): Suggestions {
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  /** Start of the trigger at which Escape closed the list. */
  const [dismissed, setDismissed] = useState(-1)
  const trigger = aim?.kind === 'edit' ? null : triggerAt(text, caret, mode)
  const choices = useChoices(trigger, thread)
  const isOpen = trigger !== null && trigger.start !== dismissed && choices.length > 0
  const at = Math.min(active, choices.length - 1)

  const pick = (index: number) => {
    const choice = choices[index]
    if (!choice || !trigger || !area.current) return
    replace(area.current, { start: trigger.start, end: caret, text: choice.insert })
    setActive(0)
    choice.files?.().then(addFiles, () => undefined)
  }
  const move = (by: number) => setActive((at + choices.length + by) % choices.length)
  const byKey = new Map([
    ['ArrowDown', () => move(1)],
    ['ArrowUp', () => move(-1)],
    ['Enter', () => pick(at)],
    ['Tab', () => pick(at)],
    ['Escape', () => setDismissed(trigger?.start ?? -1)],
  ])
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const act = isOpen && !event.shiftKey && !event.nativeEvent.isComposing && byKey.get(event.key)
    if (!act) return false
    event.preventDefault()
    event.stopPropagation()
    act()
    return true
  }
  const onCaret = (next: number) => {
    setCaret(next)
    const now = triggerAt(area.current?.value ?? '', next, mode)
    if (now?.start !== dismissed) setDismissed(-1)
    if (now?.query !== trigger?.query) setActive(0)
  }
  return { choices, active: at, isOpen, pick, point: setActive, onKeyDown, onCaret }
}

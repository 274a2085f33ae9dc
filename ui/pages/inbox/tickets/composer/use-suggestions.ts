import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { replaceText } from '../../../../lib/replace-text'
import type { Thread } from '../store/thread'
import { findTrigger } from './trigger'
import { type Suggestion, useAreChoicesLoading, useSuggestionChoices } from './use-choices'
import type { ComposerModel } from './use-composer'

export interface Suggestions {
  choices: Suggestion[]
  activeIndex: number
  /** True if a trigger has matches and was not dismissed. */
  isOpen: boolean
  pick: (index: number) => void
  setActiveIndex: (index: number) => void
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
  { text, mode, reference, fetchFiles }: ComposerModel,
  thread: Thread,
): Suggestions {
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  /** Start of the trigger at which Escape closed the list. */
  const [dismissed, setDismissed] = useState(-1)
  const trigger = reference?.kind === 'edit' ? null : findTrigger(text, caret, mode)
  const choices = useSuggestionChoices(trigger, thread)
  const isOpen = trigger !== null && trigger.start !== dismissed && choices.length > 0
  const activeIndex = Math.min(active, choices.length - 1)
  const isLoading = useAreChoicesLoading(trigger) && trigger?.start !== dismissed
  /** True if Enter or Tab was pressed before the choices were loaded. */
  const [isPickPending, setPickPending] = useState(false)

  const pick = (index: number) => {
    const choice = choices[index]
    if (!choice || !trigger || !area.current) return
    replaceText(area.current, { start: trigger.start, end: caret, text: choice.insert })
    setActive(0)
    const files = choice.files?.()
    if (files) void fetchFiles(files)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the awaited choices arrive.
  useEffect(() => {
    if (!isPickPending || isLoading) return
    setPickPending(false)
    if (isOpen && document.activeElement === area.current) pick(0)
  }, [isPickPending, isLoading])
  const move = (by: number) => setActive((activeIndex + choices.length + by) % choices.length)
  const byKey = new Map([
    ['ArrowDown', () => move(1)],
    ['ArrowUp', () => move(-1)],
    ['Enter', () => pick(activeIndex)],
    ['Tab', () => pick(activeIndex)],
    ['Escape', () => setDismissed(trigger?.start ?? -1)],
  ])
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPlain = !event.shiftKey && !event.nativeEvent.isComposing
    // Enter would send the shortcode itself to the customer.
    const awaits = isLoading && ['Enter', 'Tab'].includes(event.key) && (() => setPickPending(true))
    const handler = isPlain && ((isOpen && byKey.get(event.key)) || awaits)
    if (!handler) return false
    event.preventDefault()
    event.stopPropagation()
    handler()
    return true
  }
  const onCaret = (next: number) => {
    setCaret(next)
    const now = findTrigger(area.current?.value ?? '', next, mode)
    if (now?.start !== dismissed) setDismissed(-1)
    if (now?.query === trigger?.query) return
    setActive(0)
    setPickPending(false)
  }
  return { choices, activeIndex, isOpen, pick, setActiveIndex: setActive, onKeyDown, onCaret }
}

import type { KeyboardEvent } from 'react'
import { replaceText } from '../../../../lib/replace-text'

/** WhatsApp's formatting marks by the usual shortcut keys of text editors. */
const marks: Record<string, string> = { b: '*', i: '_', e: '`' }
const withShift: Record<string, string> = { x: '~' }

/** Ctrl/Cmd+B, I, E and Ctrl/Cmd+Shift+X add or remove marks around the selection. Returns true for such a key. */
export function formatByKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, key, currentTarget } = event
  const mark = (ctrlKey || metaKey) && !altKey && (shiftKey ? withShift : marks)[key.toLowerCase()]
  if (!mark) return false
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = currentTarget
  const { text, from, to } = toggleMark(value, selectionStart, selectionEnd, mark)
  replaceText(currentTarget, { start: from, end: to, text })
  // The cursor goes between the marks of an empty pair.
  if (text === mark + mark) currentTarget.setSelectionRange(from + 1, from + 1)
  return true
}

interface MarkChange {
  /** Text from `from` to `to` after the change. */
  text: string
  from: number
  to: number
}

/**
 * Toggles a mark around the selection. Spaces at its ends stay outside: WhatsApp formats only if the mark touches a
 * word.
 */
export function toggleMark(value: string, start: number, end: number, mark: string): MarkChange {
  const selected = value.slice(start, end)
  const isMarked = value[start - 1] === mark && value[end] === mark
  if (isMarked) return { text: selected, from: start - 1, to: end + 1 }
  const trimmed = selected.trim()
  const before = selected.length - selected.trimStart().length
  const around = [selected.slice(0, before), selected.slice(before + trimmed.length)]
  return { text: `${around[0]}${mark}${trimmed}${mark}${around[1]}`, from: start, to: end }
}

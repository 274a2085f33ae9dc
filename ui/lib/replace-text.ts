/** Field of one or several lines. */
export type TextField = HTMLInputElement | HTMLTextAreaElement

/** Text that takes the place of the characters from `start` to `end`, counted in UTF-16 units. */
export interface Replacement {
  start: number
  end: number
  text: string
}

/**
 * Focuses a field and replaces a part of its text as if typed: the browser's undo includes it, and the cursor stands
 * behind it before the next key. Returns false, and changes nothing, if the text would exceed the field's limit: the
 * browser would cut it in the middle of a variable or a name.
 */
export function replaceText(field: TextField, { start, end, text }: Replacement): boolean {
  field.focus()
  const { value, maxLength } = field
  if (maxLength >= 0 && value.length - (end - start) + text.length > maxLength) return false
  field.setSelectionRange(start, end)
  insertText(text)
  return true
}

/** Types text at the cursor of the focused field. */
export function insertText(text: string) {
  // Deprecated, but the only call that keeps the undo history of a text field.
  document.execCommand('insertText', false, text)
}

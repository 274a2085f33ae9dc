type TextField = HTMLInputElement | HTMLTextAreaElement

/** Text that takes the place of the characters from `start` to `end`, counted in UTF-16 units. */
export interface Replacement {
  start: number
  end: number
  text: string
}

/**
 * Focuses a field and replaces a part of its text as if typed: the browser's undo includes it, and the cursor stands
 * behind it before the next key.
 */
export function replaceText(field: TextField, { start, end, text }: Replacement) {
  field.focus()
  field.setSelectionRange(start, end)
  // Deprecated, but the only call that keeps the undo history of a text field.
  document.execCommand('insertText', false, text)
}

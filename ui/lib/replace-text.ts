/**
 * Replaces text as if typed, so that the browser's undo includes it; the cursor is placed within an empty pair of
 * marks.
 */
export function replaceText(
  area: HTMLTextAreaElement,
  { start, end, text }: { start: number; end: number; text: string },
) {
  area.focus()
  area.setSelectionRange(start, end)
  // Deprecated, but the only call that keeps the undo history of a text field.
  document.execCommand('insertText', false, text)
  if (text.length === 2 && start === end) area.setSelectionRange(start + 1, start + 1)
}

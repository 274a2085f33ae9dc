import { signal } from '@preact/signals-react'

/** What stands over the page: the palette, the sheet of keys, or nothing. */
export const overlay = signal<null | 'palette' | 'keys'>(null)

export function openOverlay(what: 'palette' | 'keys') {
  overlay.value = what
  earlyInput = { text: '', entered: false }
  if (what === 'palette') document.addEventListener('keydown', recordKey, true)
}

export function closeOverlay() {
  takeEarlyInput()
  overlay.value = null
}

/** What was typed before the palette stood there: who knows it types at once, and no letter may be lost. */
let earlyInput = { text: '', entered: false }

function recordKey(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') return closeOverlay()
  if (event.key === 'Enter') earlyInput.entered = true
  else if (event.key === 'Backspace') earlyInput.text = earlyInput.text.slice(0, -1)
  else if ([...event.key].length === 1) earlyInput.text += event.key
  event.preventDefault()
  event.stopPropagation()
}

/** The letters so far, and whether Enter followed; from now on the field hears them itself. */
export function takeEarlyInput() {
  document.removeEventListener('keydown', recordKey, true)
  return earlyInput
}

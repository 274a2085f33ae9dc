import { signal } from '@preact/signals-react'

/** What stands over the page: the palette, the sheet of keys, or nothing. */
export const overlay = signal<null | 'palette' | 'keys'>(null)

export function show(what: 'palette' | 'keys') {
  overlay.value = what
  early = { text: '', entered: false }
  if (what === 'palette') document.addEventListener('keydown', catchKey, true)
}

export function hide() {
  caught()
  overlay.value = null
}

/** What was typed before the palette stood there: who knows it types at once, and no letter may be lost. */
let early = { text: '', entered: false }

function catchKey(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') return hide()
  if (event.key === 'Enter') early.entered = true
  else if (event.key === 'Backspace') early.text = early.text.slice(0, -1)
  else if ([...event.key].length === 1) early.text += event.key
  event.preventDefault()
  event.stopPropagation()
}

/** The letters so far, and whether Enter followed; from now on the field hears them itself. */
export function caught() {
  document.removeEventListener('keydown', catchKey, true)
  return early
}

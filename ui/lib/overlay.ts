import { signal } from '@preact/signals-react'
import { expectTypingField } from './held-words'

type Overlay = 'palette' | 'keys' | 'newTicket'

/** Open overlay: command palette, list of keyboard shortcuts, dialog of a new ticket, or none. */
export const overlay = signal<Overlay | null>(null)

export function openOverlay(what: Overlay) {
  hidePopovers()
  overlay.value = what
  earlyInput = { text: '', entered: false }
  if (what === 'newTicket') expectTypingField()
  if (what !== 'palette') return
  document.addEventListener('keydown', recordKey, true)
  document.addEventListener('paste', recordPaste, true)
  document.addEventListener('beforeinput', recordInsertion, true)
}

/** Closes open panels of the top layer, which would stand above the overlay. */
function hidePopovers() {
  for (const panel of document.querySelectorAll<HTMLElement>('[popover]')) panel.hidePopover()
}

export function closeOverlay() {
  consumeEarlyInput()
  overlay.value = null
}

/** Keys, insertions and pastes before the palette was mounted, so that fast typing loses nothing. */
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

function recordPaste(event: ClipboardEvent) {
  earlyInput.text += event.clipboardData?.getData('text/plain').replace(/\r?\n\s*/g, ' ') ?? ''
  event.preventDefault()
  event.stopPropagation()
}

/** Text without a key of its own, such as a letter with an accent or a word of a keyboard on the screen. */
function recordInsertion(event: InputEvent) {
  if (event.data === null || !event.cancelable) return
  earlyInput.text += event.data
  event.preventDefault()
  event.stopPropagation()
}

/** Returns the recorded text and whether Enter followed, and stops recording. */
export function consumeEarlyInput() {
  document.removeEventListener('keydown', recordKey, true)
  document.removeEventListener('paste', recordPaste, true)
  document.removeEventListener('beforeinput', recordInsertion, true)
  return earlyInput
}

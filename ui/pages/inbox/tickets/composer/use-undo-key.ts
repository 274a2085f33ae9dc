import { useEffect } from 'react'
import { undoSending } from '../actions/undo-sending'

/** Ctrl/Cmd+Z undoes sending wherever the focus is, unless a field with text has it: there it undoes typing. */
export function useUndoKey(ticketId: number, isHeld: boolean) {
  useEffect(() => {
    if (!isHeld) return
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return
      if ((target as Partial<HTMLInputElement> | null)?.value) return
      event.preventDefault()
      undoSending(ticketId)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [ticketId, isHeld])
}

import { useEffect } from 'react'

/** Calls `save` on Ctrl+S or Cmd+S in the page, where the browser would offer to store the page; not in dialogs. */
export function useSaveKey(save: () => Promise<void>) {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      if (event.key.toLowerCase() !== 's' || isInDialog(event.target)) return
      event.preventDefault()
      if (!event.repeat) void save()
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [save])
}

const isInDialog = (target: EventTarget | null) => target instanceof Element && target.closest('[role=dialog]') !== null

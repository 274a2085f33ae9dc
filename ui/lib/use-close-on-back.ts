import { useEffect } from 'react'
import { newId } from './id'

/**
 * Makes the browser's Back close an overlay instead of leaving the page. An overlay closed otherwise removes its
 * history entry, unless the user has navigated on from it.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one history entry each time it opens.
  useEffect(() => {
    if (!isOpen) return
    const entryId = newId()
    history.pushState({ entryId }, '')
    window.addEventListener('popstate', close)
    return () => {
      window.removeEventListener('popstate', close)
      if (history.state?.entryId === entryId) history.back()
    }
  }, [isOpen])
}

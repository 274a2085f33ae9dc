import { useEffect } from 'react'
import { newId } from './id'

/**
 * While something covers the screen, going back takes it away instead of leaving the page. Gone by other means, it
 * leaves nothing behind to go back to, unless the person has gone on from there.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one entry for each time it opens.
  useEffect(() => {
    if (!isOpen) return
    const cover = newId()
    history.pushState({ cover }, '')
    window.addEventListener('popstate', close)
    return () => {
      window.removeEventListener('popstate', close)
      if (history.state?.cover === cover) history.back()
    }
  }, [isOpen])
}

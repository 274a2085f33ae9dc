import { useLayoutEffect } from 'react'
import { backEntrySettled, holdBack } from '../lib/back-entry'
import { guardNavigation } from '../lib/leave-guard'

/** Lets navigation and Back ask `mayLeave` while something on the page is changed. It discards what was changed. */
export function useUnsavedExits(isChanged: boolean, mayLeave: () => Promise<boolean>) {
  // Before the browser paints, so that no way out is free meanwhile.
  useLayoutEffect(() => {
    if (!isChanged) return
    let isAsking = false
    const ask = async () => {
      if (isAsking) return false
      isAsking = true
      const isAllowed = await mayLeave()
      isAsking = false
      if (isAllowed) await backEntrySettled()
      return isAllowed
    }
    const ends = [holdBack(() => void ask().then((isAllowed) => isAllowed && history.back())), guardNavigation(ask)]
    return () => {
      for (const end of ends) end()
    }
  }, [isChanged, mayLeave])
}

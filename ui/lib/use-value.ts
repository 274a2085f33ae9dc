import type { ReadonlySignal } from '@preact/signals-react'
import { useCallback, useSyncExternalStore } from 'react'

/** The only way a component reads a signal: renders again whenever it changes, with or without a compiler. */
export function useValue<T>(source: ReadonlySignal<T>): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      let first = true
      return source.subscribe(() => {
        // A signal calls a new subscriber at once; React has that value already.
        if (first) first = false
        else changed()
      })
    },
    [source],
  )
  const read = () => source.peek()
  return useSyncExternalStore(subscribe, read, read)
}

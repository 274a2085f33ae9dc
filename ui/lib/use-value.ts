import type { ReadonlySignal } from '@preact/signals-react'
import { useCallback, useSyncExternalStore } from 'react'

/** Reads a signal in a component and renders again when it changes; independent of a compiler. */
export function useValue<T>(source: ReadonlySignal<T>): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      let first = true
      return source.subscribe(() => {
        // A signal calls a new subscriber at once with the value React already has.
        if (first) first = false
        else changed()
      })
    },
    [source],
  )
  const read = () => source.peek()
  return useSyncExternalStore(subscribe, read, read)
}

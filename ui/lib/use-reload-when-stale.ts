import { effect, untracked } from '@preact/signals-react'
import { useEffect } from 'react'
import type { List } from './list'

/** For a row that is drawn only while it is on screen, as those of a virtual list: asks for it again once in doubt. */
export function useReloadWhenStale<T extends { id: number }>(list: List<T>, id: number) {
  useEffect(
    () =>
      effect(() => {
        if (list.state.value === 'ready' && list.isStale(id)) untracked(() => void list.reloadIfStale(id))
      }),
    [list, id],
  )
}

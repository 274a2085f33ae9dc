import { effect, untracked } from '@preact/signals-react'
import { useEffect } from 'react'
import type { List } from './list'

/** Loads a row's page again while the row is mounted and stale; for rows of a virtual list. */
export function useReloadWhenStale<T extends { id: number }>(list: List<T>, id: number) {
  useEffect(
    () =>
      effect(() => {
        if (list.state.value === 'ready' && list.isStale(id)) untracked(() => void list.reloadIfStale(id))
      }),
    [list, id],
  )
}

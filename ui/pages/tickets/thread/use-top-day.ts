import { signal } from '@preact/signals-react'
import { type RefObject, useMemo } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Thread } from '../store/thread'

/** Pixels at the top over which the day of what is in view floats. */
const dayHeight = 32

/** The day that floats over the top, null for none; `tellDay` looks again after a scroll to that many pixels. */
export function useTopDay(thread: Thread, list: RefObject<VirtualizerHandle | null>) {
  const topDay = useMemo(() => signal<string | null>(null), [])
  /** The day of the uppermost row, unless a day's own chip, or the beginning, stands where it would be shown. */
  const tellDay = (offset: number) => {
    const index = (at: number) => list.current?.findItemIndex(at) ?? -1
    const covered = thread.rows.peek().slice(index(offset), index(offset + dayHeight) + 1)
    const [row] = covered
    const isTold = covered.some(({ kind }) => kind === 'start' || kind === 'day')
    topDay.value = !row || isTold || !('day' in row) ? null : row.day
  }
  return { topDay, tellDay }
}

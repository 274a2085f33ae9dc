import { signal } from '@preact/signals-react'
import { type RefObject, useMemo } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Thread } from '../store/thread'

/** Height in px at the top that the floating day covers. */
const dayHeight = 32

/** Day shown at the top edge, or null; call `tellDay` after a scroll to the offset in px. */
export function useTopDay(thread: Thread, list: RefObject<VirtualizerHandle | null>) {
  const topDay = useMemo(() => signal<string | null>(null), [])
  /** Sets the day of the first visible row, unless its own chip or the start of the thread is visible there. */
  const tellDay = (offset: number) => {
    const index = (at: number) => list.current?.findItemIndex(at) ?? -1
    const covered = thread.rows.peek().slice(index(offset), index(offset + dayHeight) + 1)
    const [row] = covered
    const isTold = covered.some(({ kind }) => kind === 'start' || kind === 'day')
    topDay.value = !row || isTold || !('day' in row) ? null : row.day
  }
  return { topDay, tellDay }
}

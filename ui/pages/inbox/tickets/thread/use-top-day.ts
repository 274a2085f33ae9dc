import { signal } from '@preact/signals-react'
import { type RefObject, useMemo } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Thread } from '../store/thread'

/** Height in px at the top that the floating day covers. */
const stickyDayHeight = 32

/** Day shown at the top edge, or null; call `updateTopDay` after a scroll to the offset in px. */
export function useTopDay(thread: Thread, list: RefObject<VirtualizerHandle | null>) {
  const topDay = useMemo(() => signal<string | null>(null), [])
  /** Sets the day of the first visible row, unless its own chip or the start of the thread is visible there. */
  const updateTopDay = (offset: number) => {
    const index = (at: number) => list.current?.findItemIndex(at) ?? -1
    const coveredRows = thread.rows.peek().slice(index(offset), index(offset + stickyDayHeight) + 1)
    const [row] = coveredRows
    const isDayVisible = coveredRows.some(({ kind }) => kind === 'start' || kind === 'day')
    topDay.value = !row || isDayVisible || !('day' in row) ? null : row.day
  }
  return { topDay, updateTopDay }
}

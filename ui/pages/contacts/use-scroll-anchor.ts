import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Keeps what is in view where it is while rows of one height come and go above it; at the top, new ones are seen. */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly { id: number }[],
  height: number,
) {
  const before = useRef(rows)
  useLayoutEffect(() => {
    const [box, old] = [scroller.current, before.current]
    before.current = rows
    if (!box || old === rows || box.scrollTop < height) return
    const moved = rowsMoved(old, rows, Math.floor(box.scrollTop / height))
    if (moved !== 0) box.scrollTop += moved * height
  }, [scroller, rows, height])
}

/** By how many rows the first one at or below an index went down; the next one counts for one that is gone. */
function rowsMoved(old: readonly { id: number }[], now: readonly { id: number }[], from: number): number {
  const positions = new Map(now.map(({ id }, index) => [id, index]))
  for (let at = from; at < old.length; at++) {
    const position = positions.get(old[at]!.id)
    if (position !== undefined) return position - at
  }
  return 0
}

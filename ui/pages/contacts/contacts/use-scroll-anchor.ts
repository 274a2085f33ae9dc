import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Keeps visible rows in place while rows of equal height are inserted or removed above; not at the top. */
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

/** Number of rows by which the row at an index moved; if it is gone, the next one counts. */
function rowsMoved(old: readonly { id: number }[], now: readonly { id: number }[], from: number): number {
  const positions = new Map(now.map(({ id }, index) => [id, index]))
  for (let at = from; at < old.length; at++) {
    const position = positions.get(old[at]!.id)
    if (position !== undefined) return position - at
  }
  return 0
}

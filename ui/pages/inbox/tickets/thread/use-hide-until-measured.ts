import { type RefObject, useLayoutEffect } from 'react'

/** Number of frames after which the rows are shown in any case: new rows may come faster than they are measured. */
const maxFrames = 10

/**
 * Hides the virtual list of a thread until its first rows have been measured. The list is as high as its estimate in
 * the first frame and stands at the lower end, so that it moves when the real heights are known; the browser counts
 * that as a layout shift although the rows are not shown yet. The measured rows are shown in the frame in which they
 * would be shown anyway.
 */
export function useHideUntilMeasured(scroller: RefObject<HTMLElement | null>, isShown: boolean) {
  useLayoutEffect(() => {
    const rows = scroller.current?.lastElementChild
    if (!isShown || !(rows instanceof HTMLElement)) return
    const isMeasured = () => [...rows.children].every((row) => (row as HTMLElement).style.visibility !== 'hidden')
    let frame = 0
    const showWhenMeasured = (frames: number) => {
      if (frames >= maxFrames || isMeasured()) rows.style.visibility = ''
      else frame = requestAnimationFrame(() => showWhenMeasured(frames + 1))
    }
    rows.style.visibility = 'hidden'
    frame = requestAnimationFrame(() => showWhenMeasured(0))
    return () => {
      cancelAnimationFrame(frame)
      rows.style.visibility = ''
    }
  }, [scroller, isShown])
}

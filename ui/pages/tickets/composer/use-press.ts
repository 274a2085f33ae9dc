import { useEffect, useRef, useState } from 'react'

/** How the recording was begun: where the finger went down and when, or by a key. */
export interface Press {
  x: number | null
  at: number
}

/** A shorter press was a click: the recording goes on by itself. */
const heldAfter = 400
/** How far to the left is away. */
const slideAway = 80

/** While the finger that began it is down: letting go ends the recording, sliding to the left throws it away. */
export function usePress(
  { x, at }: Press,
  { onRelease, onSlide }: { onRelease: () => unknown; onSlide: () => unknown },
) {
  const [isDown, setDown] = useState(x !== null)
  const latest = useRef({ onRelease, onSlide })
  latest.current = { onRelease, onSlide }
  useEffect(() => {
    if (x === null || !isDown) return
    const move = ({ clientX }: PointerEvent) => {
      if (x - clientX > slideAway) latest.current.onSlide()
    }
    const up = () => {
      setDown(false)
      if (performance.now() - at > heldAfter) latest.current.onRelease()
    }
    const ends = { pointermove: move, pointerup: up, pointercancel: up }
    for (const [name, handler] of Object.entries(ends)) window.addEventListener(name as 'pointerup', handler)
    return () => {
      for (const [name, handler] of Object.entries(ends)) window.removeEventListener(name as 'pointerup', handler)
    }
  }, [x, at, isDown])
  return isDown
}

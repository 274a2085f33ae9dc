import { useEffect, useRef, useState } from 'react'

/** How a recording was started: pointer position and time (performance.now), or null and 0 for a key. */
export interface PressStart {
  x: number | null
  at: number
}

/** Time in ms; a shorter press counts as a click, and the recording continues. */
const minHoldTime = 400
/** Distance to the left in px that discards the recording. */
const discardDistance = 80

/** While the pointer is down: releasing it ends the recording, sliding to the left discards it. */
export function usePress(
  { x, at }: PressStart,
  { onRelease, onSlide }: { onRelease: () => unknown; onSlide: () => unknown },
) {
  const [isDown, setDown] = useState(x !== null)
  const latest = useRef({ onRelease, onSlide })
  latest.current = { onRelease, onSlide }
  useEffect(() => {
    if (x === null || !isDown) return
    const move = ({ clientX }: PointerEvent) => {
      if (x - clientX > discardDistance) latest.current.onSlide()
    }
    const up = () => {
      setDown(false)
      if (performance.now() - at > minHoldTime) latest.current.onRelease()
    }
    const ends = { pointermove: move, pointerup: up, pointercancel: up }
    for (const [name, handler] of Object.entries(ends)) window.addEventListener(name as 'pointerup', handler)
    return () => {
      for (const [name, handler] of Object.entries(ends)) window.removeEventListener(name as 'pointerup', handler)
    }
  }, [x, at, isDown])
  return isDown
}

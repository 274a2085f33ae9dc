import { type TouchEvent, useRef } from 'react'

/** Distance in px from which a swipe counts, and the farthest the bubble moves. */
const swipeDistance = 56
const maxDistance = 72
/** Movement in px after which a gesture is a swipe or a scroll. */
const directionThreshold = 10

/** Swipe to the right that quotes a message. Moves the bubble by CSS, without rendering. */
export function useSwipe(onSwipe: () => void, enabled: boolean) {
  const swipe = useRef<{ x: number; y: number; by: number; isSwipe: boolean | null }>(null)
  const move = (element: HTMLElement, by: number, slow: boolean) => {
    element.style.transition = slow ? 'transform 120ms' : ''
    element.style.transform = by ? `translateX(${by}px)` : ''
  }
  const end = ({ currentTarget }: TouchEvent<HTMLElement>) => {
    const { by = 0 } = swipe.current ?? {}
    swipe.current = null
    move(currentTarget, 0, true)
    if (by >= swipeDistance) onSwipe()
  }
  if (!enabled) return {}
  return {
    onTouchStart({ touches }: TouchEvent<HTMLElement>) {
      const finger = touches[0]
      swipe.current =
        finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY, by: 0, isSwipe: null } : null
    },
    onTouchMove({ touches, currentTarget }: TouchEvent<HTMLElement>) {
      const [now, finger] = [swipe.current, touches[0]]
      if (!now || !finger || now.isSwipe === false) return
      const [x, y] = [finger.clientX - now.x, finger.clientY - now.y]
      if (now.isSwipe === null && Math.hypot(x, y) > directionThreshold) now.isSwipe = x > 2 * Math.abs(y)
      if (!now.isSwipe) return
      if (now.by < swipeDistance && x >= swipeDistance) navigator.vibrate?.(10)
      now.by = Math.min(maxDistance, Math.max(0, x))
      move(currentTarget, now.by, false)
    },
    onTouchEnd: end,
    onTouchCancel: end,
  }
}

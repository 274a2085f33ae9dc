import { type TouchEvent, useRef } from 'react'

/** Actions of a swipe: to the right, and to the left. */
export type SwipeAction = 'close' | 'snooze'

/** Distance in px from which a swipe counts, and the farthest that the row moves. */
const swipeDistance = 96
const maxDistance = 128
/** Movement in px after which a gesture is a swipe or a scroll; it stays that until its end. */
const directionThreshold = 12
/** Rest of the finger in ms after which a gesture is a hold, and no swipe; a long press opens its menu at 450 ms. */
const holdTime = 400

interface Gesture {
  x: number
  y: number
  /** Time stamp of its event, in ms. */
  at: number
  by: number
  isSwipe: boolean | null
}

/**
 * Swipe of a row: to the right closes, to the left snoozes. A gesture that begins downwards is a scroll, and one that
 * begins with a rest of the finger holds the row. A second finger, the browser's own gesture, or a row that is no longer
 * enabled ends it without action. Moves the row's content by CSS, without rendering.
 */
export function useRowSwipe(onSwipe: (action: SwipeAction) => void, isEnabled: boolean) {
  const gesture = useRef<Gesture>(null)
  const cancel = ({ currentTarget }: TouchEvent<HTMLElement>) => {
    gesture.current = null
    moveRow(currentTarget, 0)
  }
  const cancelRunning = (event: TouchEvent<HTMLElement>) => gesture.current && cancel(event)
  if (!isEnabled) return { onTouchMove: cancelRunning, onTouchEnd: cancelRunning, onTouchCancel: cancelRunning }
  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      const finger = event.touches[0]
      if (!finger || event.touches.length > 1) return cancel(event)
      gesture.current = { x: finger.clientX, y: finger.clientY, at: event.timeStamp, by: 0, isSwipe: null }
    },
    onTouchMove({ touches, timeStamp, currentTarget }: TouchEvent<HTMLElement>) {
      const [now, finger] = [gesture.current, touches[0]]
      if (!now || !finger || now.isSwipe === false) return
      const [x, y] = [finger.clientX - now.x, finger.clientY - now.y]
      if (now.isSwipe === null && Math.hypot(x, y) > directionThreshold)
        now.isSwipe = Math.abs(x) > 2 * Math.abs(y) && timeStamp - now.at < holdTime
      if (!now.isSwipe) return
      if (Math.abs(now.by) < swipeDistance && Math.abs(x) >= swipeDistance) navigator.vibrate?.(10)
      now.by = Math.max(-maxDistance, Math.min(maxDistance, x))
      moveRow(currentTarget, now.by)
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      const { by = 0 } = gesture.current ?? {}
      cancel(event)
      if (Math.abs(by) >= swipeDistance) onSwipe(by > 0 ? 'close' : 'snooze')
    },
    onTouchCancel: cancel,
  }
}

const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Moves the content of a row and shows the action below it; 0 puts it back. */
function moveRow(row: HTMLElement, by: number) {
  const content = row.querySelector<HTMLElement>('[data-main]')
  if (!content) return
  content.style.transition = by === 0 && !isMotionReduced() ? 'transform 120ms' : ''
  content.style.transform = by === 0 ? '' : `translateX(${by}px)`
  if (by === 0) delete row.dataset.swipe
  else row.dataset.swipe = by > 0 ? 'close' : 'snooze'
}

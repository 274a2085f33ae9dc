import { type PointerEvent, useRef } from 'react'

const holdFor = 450
const slip = 10

/** A finger held still on a bubble opens its menu; scrolling and selecting with a mouse do not. */
export function useLongPress(open: (anchor: HTMLElement) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const end = () => clearTimeout(press.current?.timer)
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) {
      end()
      if (pointerType === 'mouse') return
      const timer = setTimeout(() => {
        navigator.vibrate?.(10)
        open(currentTarget)
      }, holdFor)
      press.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > slip) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

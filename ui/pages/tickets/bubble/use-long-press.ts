import { type MouseEvent, type PointerEvent, useRef } from 'react'

const holdFor = 450
const slip = 10

/** A finger held still on a bubble or a row opens its menu; scrolling and selecting with a mouse do not. */
export function useLongPress(open: (anchor: HTMLElement) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  /** The menu is open; the click that ends the press is none. */
  const isHeld = useRef(false)
  const end = () => clearTimeout(press.current?.timer)
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) {
      end()
      isHeld.current = false
      if (pointerType === 'mouse') return
      const timer = setTimeout(() => {
        isHeld.current = true
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
    onClickCapture(event: MouseEvent) {
      if (!isHeld.current || event.detail === 0) return
      isHeld.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

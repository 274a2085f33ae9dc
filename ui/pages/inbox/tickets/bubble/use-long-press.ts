import { type MouseEvent, type PointerEvent, useRef } from 'react'

const longPressTime = 450
const moveTolerance = 10

/** Opens a menu after a long press by touch; not when scrolling, and not by mouse. */
export function useLongPress(open: (anchor: HTMLElement) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  /** True after a long press, until the click that ends it was suppressed. */
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
      }, longPressTime)
      press.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > moveTolerance) end()
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

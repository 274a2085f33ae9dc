import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focused field above the bar when it appears. When the bar goes with the focus, gives the focus back to the
 * element of the page that had it last; on touch screens to the page, because a field would open the keyboard.
 */
export function useSaveBarFocus(bar: RefObject<HTMLElement | null>, isShown: boolean) {
  const lastField = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!isShown || !element) return
    const content = document.getElementById('content')
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !element.contains(target)) lastField.current = target
    }
    const focused = document.activeElement
    if (focused instanceof HTMLElement && content?.contains(focused)) {
      lastField.current = focused
      const isCovered = focused.getBoundingClientRect().bottom > element.getBoundingClientRect().top
      if (isCovered) focused.scrollIntoView({ block: 'nearest' })
    }
    content?.addEventListener('focusin', remember)
    return () => {
      content?.removeEventListener('focusin', remember)
      const hasFocus = element.contains(document.activeElement) || document.activeElement === document.body
      const isField = lastField.current?.isConnected && !matchMedia('(pointer: coarse)').matches
      if (hasFocus) (isField ? lastField.current : content)?.focus({ preventScroll: true })
    }
  }, [bar, isShown])
}

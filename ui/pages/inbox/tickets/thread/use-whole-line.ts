import { type RefObject, useLayoutEffect } from 'react'

/**
 * Hides parts of a header, in the order of their `data-drop`, until the line fits whole: 1 goes first. Measures at every
 * change of the line's width or text, because both depend on names, typing and the clock.
 */
export function useWholeLine(line: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = line.current
    const header = element?.closest('header')
    if (!element || !header) return
    const fit = () => dropParts(header, element)
    fit()
    const sizes = new ResizeObserver(fit)
    sizes.observe(element)
    const texts = new MutationObserver(fit)
    texts.observe(element, { childList: true, subtree: true, characterData: true, attributeFilter: ['data-open'] })
    return () => {
      sizes.disconnect()
      texts.disconnect()
    }
  }, [line])
}

function dropParts(header: HTMLElement, line: HTMLElement) {
  const parts = [...header.querySelectorAll<HTMLElement>('[data-drop]')]
  for (const part of parts) part.style.display = ''
  line.dataset.measured = ''
  for (const part of parts.sort((a, b) => Number(a.dataset.drop) - Number(b.dataset.drop))) {
    if (line.scrollWidth <= line.clientWidth) break
    // The panel opened by a part stands at its place.
    if (!part.querySelector('[data-open]')) part.style.display = 'none'
  }
  delete line.dataset.measured
}

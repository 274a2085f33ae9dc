import { type RefObject, useLayoutEffect } from 'react'

/** Makes all that is beside the element, up to the root, unreachable for Tab and screen readers while `isInert`. */
export function useInertPage(element: RefObject<HTMLElement | null>, isInert: boolean) {
  useLayoutEffect(() => {
    if (!isInert) return
    const others = siblingsUpToRoot(element.current)
    for (const other of others) other.inert = true
    return () => {
      for (const other of others) other.inert = false
    }
  }, [element, isInert])
}

/** Siblings of the element and of its ancestors that are not inert yet. */
function siblingsUpToRoot(element: HTMLElement | null): HTMLElement[] {
  const others: HTMLElement[] = []
  for (let at = element; at && at.id !== 'root' && at !== document.body; at = at.parentElement)
    for (const other of at.parentElement?.children ?? [])
      if (other !== at && other instanceof HTMLElement && !other.inert) others.push(other)
  return others
}

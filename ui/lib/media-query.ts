import { useSyncExternalStore } from 'react'

/** Breakpoints of styles.css, for decisions that CSS cannot make. */
export const breakpoints = {
  phone: '(width < 37.5rem)',
  wide: '(width >= 75rem)',
  details: '(width >= 85rem)',
  table: '(width >= 56.25rem)',
} as const

export function useMediaQuery(query: (typeof breakpoints)[keyof typeof breakpoints]): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

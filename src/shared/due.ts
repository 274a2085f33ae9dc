type DueTone = 'yellow' | 'orange' | 'red'

/** Colour of a company's row by whole days to its due date. */
export function dueTone(days: number): DueTone | null {
  if (days === 5) return 'yellow'
  if (days > 5) return null
  return days <= -4 ? 'red' : 'orange'
}

/** Change of a figure against an earlier one. */
interface Change {
  direction: 'up' | 'down' | 'same'
  /** Whole percent of the earlier figure, without a sign; null where that was 0. */
  percent: number | null
}

/** Returns the change from one figure to another; null where one of them was not measured. */
export function changeOf(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null
  const direction = now === before ? 'same' : now > before ? 'up' : 'down'
  if (before === 0) return { direction, percent: direction === 'same' ? 0 : null }
  return { direction, percent: Math.round((Math.abs(now - before) / before) * 100) }
}

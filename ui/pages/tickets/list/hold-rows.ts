/**
 * New row order in which held rows (under the pointer, or focused) keep their visible position, so that a click never
 * hits another row. A held row that left the list stays until it is released. Returns `next` if nothing is held.
 */
export function steady<T extends { id: number }>(shown: readonly T[], next: T[], held: readonly number[]): T[] {
  const places = [...new Set(held)]
    .map((id) => ({ id, at: shown.findIndex((row) => row.id === id) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  if (places.every(({ id, at }) => next[at]?.id === id)) return next
  const out = next.filter(({ id }) => !places.some((place) => place.id === id))
  for (const { id, at } of places) out.splice(at, 0, next.find((row) => row.id === id) ?? shown[at]!)
  return out
}

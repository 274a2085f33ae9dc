/**
 * New rows in their new order, except that a held row (under the pointer, or focused) stays at the place where the
 * person sees it: nobody clicks on what slid under their finger. A held row that left the list stays until let go.
 * Returns `next` itself when nothing needs holding.
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

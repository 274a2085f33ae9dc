/**
 * New row order in which held rows (under the pointer, or focused) keep their visible position, so that a click never
 * hits another row. A held row that left the list stays until it is released. Returns `next` if nothing is held.
 */
export function holdRows<T extends { id: number }>(visible: readonly T[], next: T[], held: readonly number[]): T[] {
  const heldRows = [...new Set(held)]
    .map((id) => ({ id, at: visible.findIndex((row) => row.id === id) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  if (heldRows.every(({ id, at }) => next[at]?.id === id)) return next
  const out = next.filter(({ id }) => !heldRows.some((row) => row.id === id))
  for (const { id, at } of heldRows) out.splice(at, 0, next.find((row) => row.id === id) ?? visible[at]!)
  return out
}

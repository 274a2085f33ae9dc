/** Focuses the row of a ticket in the list; returns false if the row is not mounted or not visible. */
export function focusRow(ticketId: number): boolean {
  const stop = document.querySelector<HTMLElement>(`[data-ticket="${ticketId}"] [data-main]`)
  stop?.focus({ preventScroll: true })
  return stop !== null && stop === document.activeElement
}

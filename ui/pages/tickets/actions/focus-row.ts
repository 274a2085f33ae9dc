/** Focuses the row of a ticket in the list; false when it is not drawn or not visible. */
export function focusRow(ticketId: number): boolean {
  const stop = document.querySelector<HTMLElement>(`[data-ticket="${ticketId}"] [data-main]`)
  stop?.focus({ preventScroll: true })
  return stop !== null && stop === document.activeElement
}

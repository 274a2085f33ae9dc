import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import { showList } from '../store/search-mode'
import { tab } from '../store/tickets'

/** Focuses the row that Tab reaches. */
export const enterList = () =>
  document.querySelector<HTMLElement>('[data-letter-keys] [data-main][tabindex="0"]')?.focus()

const shownList = () => document.querySelector('[data-letter-keys] [role=list]')

/** Shows a list and focuses its first row. */
export function openList(name: TicketListName) {
  if (tab.peek() === name) return enterList()
  const before = shownList()
  showList(name)
  enterListAfter(before, nextInput(), maxFrames)
}

/** Aborted by the next key or pointer press: the focus then stays where the user works. */
function nextInput(): AbortSignal {
  const input = new AbortController()
  const { signal } = input
  for (const name of ['keydown', 'pointerdown'])
    window.addEventListener(name, () => input.abort(), { signal, capture: true })
  return signal
}

/** Frames within which an opened list must be drawn; the focus stays where it is if loading takes longer. */
const maxFrames = 60

/** Focuses the first row as soon as another list is drawn. */
function enterListAfter(before: Element | null, input: AbortSignal, frames: number) {
  requestAnimationFrame(() => {
    if (input.aborted) return
    const isDrawn = shownList() !== before && shownList()?.querySelector('[data-main]')
    if (isDrawn) enterList()
    else if (frames > 0) enterListAfter(before, input, frames - 1)
  })
}

/** Focuses the field of the search before the next key. An earlier search is selected: the next word replaces it. */
export function openSearch() {
  const field = searchField()
  field?.focus()
  field?.select()
  // The palette, from which the search can be chosen, gives the focus back after its choice.
  requestAnimationFrame(() => searchField()?.focus())
}
const searchField = () => document.querySelector<HTMLInputElement>('[data-ticket-search]')

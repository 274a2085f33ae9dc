import { computed, effect, signal } from '@preact/signals-react'
import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import { clearSearch } from './change-filters'
import { tab } from './tickets'

/** The list shown last, to which the search returns. */
export const listTab = signal<TicketListName>('mine')
effect(() => {
  if (tab.value !== 'search') listTab.value = tab.value
})

/** True while results, or the filters of a search, take the place of the list. */
export const showsSearch = computed(() => tab.value === 'search')

/** Text in the field of the search; the search follows after a pause. */
export const typedSearch = signal('')

/** Ends the search and shows a list, by default the one before it. */
export function showList(name: TicketListName = listTab.peek()) {
  tab.value = name
  typedSearch.value = ''
  clearSearch()
}

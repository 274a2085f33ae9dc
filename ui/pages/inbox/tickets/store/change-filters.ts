import { batch } from '@preact/signals-react'
import { type TicketListName, ticketListNames } from '../../../../../src/shared/ticket-lists'
import { type Filters, noFilters } from '../../../../search/filters'
import { isSearching, searchFilters, searchText, setQueueFilter } from './filters'
import { type ListFilter, listFilter, noFilter } from './list-filter'
import { type Sort, storeSort } from './sort'
import { lists } from './tickets'

/** Changes the search; omitted parts stay. */
export function changeSearch({ text = searchText.peek(), ...changes }: Partial<Filters> & { text?: string }) {
  if (text === searchText.peek() && Object.keys(changes).length === 0) return
  batch(() => {
    searchText.value = text
    searchFilters.value = { ...searchFilters.peek(), ...changes }
    lists.search.clear()
  })
  if (isSearching.peek()) void lists.search.more()
}

/** Ends the search: without text and filters. */
export const clearSearch = () => isSearching.peek() && changeSearch({ text: '', ...noFilters })

/** Changes the order of a list and loads it again. */
export function setSort(name: TicketListName, sort: Sort) {
  storeSort(name, sort)
  lists[name].clear()
  void lists[name].more()
}

/** Changes the filter of the lists; omitted parts stay. */
export function changeFilter(changes: Partial<ListFilter>) {
  listFilter.value = { ...listFilter.peek(), ...changes }
  reloadFiltered()
}

/** Replaces filter and queues. */
export function setFilters(filter: ListFilter, queues: number[]) {
  listFilter.value = filter
  setQueueFilter(queues)
  reloadFiltered()
}

/** Removes the filter and shows all queues. */
export const clearFilters = () => setFilters(noFilter, [])

function reloadFiltered() {
  for (const name of ticketListNames) {
    if (lists[name].state.peek() === 'idle') continue
    lists[name].clear()
    void lists[name].more()
  }
}

/** Filters every list by queues; an empty array means all. */
export function setQueues(ids: number[]) {
  setQueueFilter(ids)
  reloadFiltered()
}

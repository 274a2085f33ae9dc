import { batch } from '@preact/signals-react'
import { isSearching, searchText, setQueueFilter, tagIds, userIds } from './filters'
import { type ListFilter, listFilter, noFilter } from './list-filter'
import { clearMatches } from './search-matches'
import { type Sort, type Sorted, storeSort } from './sort'
import { listNames, lists, showAll } from './tickets'

/** Changes the search; omitted filters stay. */
export function changeSearch(changes: { text?: string; tags?: number[]; users?: number[] }) {
  const { text = searchText.peek(), tags = tagIds.peek(), users = userIds.peek() } = changes
  if (text === searchText.peek() && tags === tagIds.peek() && users === userIds.peek()) return
  batch(() => {
    searchText.value = text
    tagIds.value = tags
    userIds.value = users
    clearMatches()
    lists.search.clear()
  })
  if (isSearching.peek()) void lists.search.more()
}

export function setShowAll(all: boolean) {
  showAll.value = all
  lists.open.clear()
  void lists.open.more()
}

/** Changes the order of a list and loads it again. */
export function setSort(name: Sorted, sort: Sort) {
  storeSort(name, sort)
  lists[name].clear()
  void lists[name].more()
}

/** Changes the filter of the lists of open, pending and closed tickets; omitted parts stay. */
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
  for (const name of ['open', 'pending', 'closed'] as const) {
    if (lists[name].state.peek() === 'idle') continue
    lists[name].clear()
    void lists[name].more()
  }
}

/** Filters every list by queues; an empty array means all. */
export function setQueues(ids: number[]) {
  setQueueFilter(ids)
  for (const name of listNames) {
    if (lists[name].state.peek() === 'idle') continue
    lists[name].clear()
    if (name !== 'search' || isSearching.peek()) void lists[name].more()
  }
}

import { batch } from '@preact/signals-react'
import { isSearching, searchText, setQueueFilter, tagIds, userIds } from './filters'
import { listNames, lists, showAll } from './tickets'

/** Changes the search; omitted filters stay. */
export function changeSearch(changes: { text?: string; tags?: number[]; users?: number[] }) {
  const { text = searchText.peek(), tags = tagIds.peek(), users = userIds.peek() } = changes
  if (text === searchText.peek() && tags === tagIds.peek() && users === userIds.peek()) return
  batch(() => {
    searchText.value = text
    tagIds.value = tags
    userIds.value = users
    lists.search.clear()
  })
  if (isSearching.peek()) void lists.search.more()
}

export function setShowAll(all: boolean) {
  showAll.value = all
  lists.open.clear()
  void lists.open.more()
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

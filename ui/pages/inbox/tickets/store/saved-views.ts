import { computed, effect, signal } from '@preact/signals-react'
import type { TicketView, TicketViews } from '../../../../../src/features/inbox/tickets/views/model'
import { api, unwrapResponse } from '../../../../lib/api'
import { createLiveValue } from '../../../../lib/live-value'
import { me } from '../../../../lib/session'
import { toastError } from '../../../../lib/toast'
import { setFilters } from './change-filters'
import { queueIds } from './filters'
import { listFilter, noFilter } from './list-filter'
import { listTab, showList } from './search-mode'

const live = createLiveValue<TicketView[]>([])
/** The user's saved filters in their order; loaded each time the panel of filters opens. */
export const views = live.value
/**
 * Names being typed, by the name of the renamed view; '' is a new view. They outlive the panel, which closes by Escape
 * and by a click beside it.
 */
export const typedNames = signal<ReadonlyMap<string, string>>(new Map())
export const typeName = (of: string, typed: string) => {
  typedNames.value = new Map(typedNames.peek()).set(of, typed)
}
export const endNaming = (of: string) => {
  typedNames.value = new Map([...typedNames.peek()].filter(([name]) => name !== of))
}
const userId = computed(() => me.value?.id)
effect(() => {
  void userId.value
  live.reset([])
  typedNames.value = new Map()
})

/** The present filters in the form of a view. */
export const currentFilter = computed(() => ({ ...listFilter.value, queues: queueIds.value }))

export const loadViews = () =>
  live.load(async () => (await unwrapResponse<TicketViews>(api['ticket-views'].get())).views).catch(toastError)

/** Stores all views in this order. Returns false if the server refuses them. */
export async function storeViews(next: TicketView[]): Promise<boolean> {
  try {
    const { views: stored } = await unwrapResponse<TicketViews>(api['ticket-views'].put({ views: next }))
    live.change(() => stored)
    return true
  } catch (thrown) {
    toastError(thrown)
    return false
  }
}

/** Applies a view. Its users hold tickets of the list of all, so that list is shown for them. */
export function applyView({ name: _, queues, ...filter }: TicketView) {
  setFilters({ ...noFilter, ...filter }, queues)
  if (filter.users.length > 0 && listTab.peek() !== 'closed') showList('all')
}

const canonical = (view: Omit<TicketView, 'name'>) => {
  const { unanswered, unread, mine, snoozed = false, tags, users, connections, queues, ad = '' } = view
  const lists = [tags, users, connections, queues].map((ids) => ids.toSorted((a, b) => a - b))
  return JSON.stringify([unanswered, unread, mine, snoozed, ad, ...lists])
}
/** True if the present filters are those of the view. */
export const isActiveView = (view: TicketView) => canonical(view) === canonical(currentFilter.peek())

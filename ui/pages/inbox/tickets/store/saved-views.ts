import { computed, effect, signal } from '@preact/signals-react'
import type { TicketView, TicketViews } from '../../../../../src/features/inbox/tickets/views/model'
import { mayShowAll } from '../../../../../src/shared/permissions'
import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import { api, unwrapResponse } from '../../../../lib/api'
import { roleOf } from '../../../../lib/can'
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

/** The present list and filters in the form of a view. */
export const currentFilter = computed(() => ({ ...listFilter.value, queues: queueIds.value, list: listTab.value }))

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

/**
 * Applies a view and shows its list. An older view without a list keeps the one on screen, except that its users hold
 * tickets of the list of all.
 */
export function applyView({ name: _, queues, list, ...filter }: TicketView) {
  setFilters({ ...noFilter, ...filter }, queues)
  const ofUsers = filter.users.length > 0 && listTab.peek() !== 'closed' ? 'all' : listTab.peek()
  showList(mayShow(list) ? list : ofUsers)
}

/** False for the list of all after its reader has become an agent, who has none. */
const mayShow = (list: TicketListName | undefined): list is TicketListName =>
  list !== undefined && (list !== 'all' || (me.peek() !== null && mayShowAll(roleOf(me.peek()!))))

const canonical = (view: Omit<TicketView, 'name'>) => {
  const { unanswered, unread, mine, snoozed = false, tags, users, connections, queues, ad = '' } = view
  const lists = [tags, users, connections, queues].map((ids) => ids.toSorted((a, b) => a - b))
  return JSON.stringify([unanswered, unread, mine, snoozed, ad, ...lists])
}
/** True if the present filters are those of the view, and the list too if the view has one. */
export const isActiveView = (view: TicketView) =>
  canonical(view) === canonical(currentFilter.peek()) && (view.list ?? listTab.peek()) === listTab.peek()

import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import { createPageRanges, type PageRange } from './list-page-ranges'
import { createRequests, type PageRequest } from './list-requests'
import { createRows } from './list-rows'
import { useValue } from './use-value'

/** One page as `load` returns it; `next` is the opaque cursor of the following page. */
export interface Page<T> {
  rows: T[]
  hasMore: boolean
  next?: string | null
  count?: number
}

interface ListOptions<T> {
  /** Requests the first page (no cursor) or the page at a cursor. */
  load: (cursor?: string) => Promise<Page<T>>
  /** Order on screen; without it rows keep the order of the pages, new ones on top. */
  compare?: (a: T, b: T) => number
  /** Order of the server; decides whether a row received by event is within the loaded pages. */
  pagedBy?: (a: T, b: T) => number
  /** True for rows that come with the first page, independent of their position in the server's order. */
  isAlwaysFirst?: (row: T) => boolean
  /**
   * Makes `reload` of a long list load only the first page; other pages load when `reloadIfStale` reports one of their
   * rows on screen. Needs `pagedBy`.
   */
  reloadsVisibleRows?: boolean
  /**
   * True for a state of a row that is older than the present one. Needed where the server changes a row on its own at
   * once after a request: the event may arrive before the response of the request.
   */
  isOlder?: (row: T, present: T) => boolean
}
/** Longest list, in pages, that `reload` loads completely. */
const maxPagesPerReload = 3
export type List<T extends { id: number }> = ReturnType<typeof createList<T>>

/** Endless list: pages come from the API, changes from the websocket (docs/adr/0037). */
export function createList<T extends { id: number }>(options: ListOptions<T>) {
  const { load, compare, pagedBy, isAlwaysFirst, isOlder, reloadsVisibleRows = false } = options
  const rows = createRows(compare, isOlder)
  const requests = createRequests()
  const hasMore = signal(true)
  const ranges = pagedBy && createPageRanges(pagedBy)
  let cursor: string | undefined
  let pages = 0

  /** False for rows below the last loaded page. */
  const isLoadedRange = (row: T) => {
    const end = ranges?.end().after
    if (!pagedBy || !hasMore.peek()) return true
    return end !== undefined && (isAlwaysFirst?.(row) || pagedBy(row, end) <= 0)
  }

  /**
   * False for a row below the loaded pages: it comes with its own page. True while a request is in flight, because the
   * response may be older than the row; `applyPage` removes the row if it turns out to lie below that page too.
   */
  const belongsToLoadedPages = (row: T) => requests.inFlight() !== null || isLoadedRange(row)

  /**
   * Requests a page once more when its count may be older than a row created or deleted since. Not until it is newer:
   * a list that changes faster than its pages load would never be shown.
   */
  const loadPage = async (isCurrent: () => boolean, at?: string): Promise<Page<T>> => {
    const before = rows.countChanges()
    const page = await load(at)
    const isOld = page.count !== undefined && rows.countChanges() !== before
    return isOld && isCurrent() ? load(at) : page
  }

  const applyRows = (page: Page<T>, loaded: T[], isGone: (row: T) => boolean, isEnd = true) =>
    batch(() => {
      if (isEnd) {
        cursor = page.next ?? undefined
        hasMore.value = page.hasMore
      }
      rows.applyPage(loaded, isGone, isLoadedRange)
      if (page.count !== undefined) rows.count.value = page.count
    })
  /** Applies a page that starts at any range: stale rows of that range that are not on the page are removed. */
  const applyRangePage = (page: Page<T>, from: PageRange<T>) =>
    batch(() => {
      const missing = ranges!.missingRows(page, from, rows.all())
      const isEnd = ranges!.applyPage(page, from, hasMore.peek())
      applyRows(page, page.rows, (row) => missing.has(row), isEnd)
    })
  const runRequest = (work: PageRequest) =>
    requests.run((isCurrent) => {
      rows.startRequest(isLoadedRange)
      return work(isCurrent)
    })

  const loadNext: PageRequest = async (isCurrent) => {
    const from = ranges?.end()
    const page = await loadPage(isCurrent, cursor)
    if (!isCurrent()) return
    pages++
    if (from) applyRangePage(page, from)
    else applyRows(page, page.rows, () => false)
  }
  /** Loads as many pages as before from the top and replaces all rows at once. */
  const loadAll: PageRequest = async (isCurrent) => {
    const loaded: Page<T>[] = []
    do loaded.push(await loadPage(isCurrent, loaded.at(-1)?.next ?? undefined))
    while (loaded.length < pages && loaded.at(-1)?.hasMore && isCurrent())
    if (!isCurrent()) return
    pages = loaded.length
    batch(() => {
      ranges?.reset()
      for (const page of loaded) ranges?.applyPage(page, ranges.end(), true)
      const all = loaded.flatMap((page) => page.rows)
      applyRows(loaded.at(-1)!, all, () => true)
    })
  }
  /** Loads the page at the start of a range; rows of other ranges stay. */
  const loadRange =
    (from: PageRange<T>): PageRequest =>
    async (isCurrent) => {
      const page = await loadPage(isCurrent, from.cursor)
      if (isCurrent()) applyRangePage(page, from)
    }
  /** Stale range of a row, of the gap above it, or of the end of the list if it is the last row. */
  const staleRangeAt = (id: number) => {
    if (!ranges?.hasStale()) return undefined
    const all = rows.sorted.peek()
    const at = all.findIndex((row) => row.id === id)
    return at < 0 ? undefined : ranges.staleBetween(all[at - 1], at === all.length - 1 ? undefined : all[at])
  }

  /**
   * Loads the next page, or repeats a failed request. Returns the request in flight if there is one; does nothing at the
   * end of the list. Never throws.
   */
  const more = (): Promise<void> => {
    const request = requests.inFlight() ?? requests.retry()
    if (request) return request
    return hasMore.peek() ? runRequest(loadNext) : Promise.resolve()
  }
  // Loads the next page when the list becomes empty while more pages exist: an empty list cannot be scrolled to its end.
  effect(() => {
    if (requests.state.value === 'ready' && hasMore.value && rows.isEmpty()) untracked(() => void more())
  })

  return {
    rows: rows.sorted,
    state: requests.state,
    failure: requests.failure,
    hasMore: hasMore as ReadonlySignal<boolean>,
    count: rows.count,
    get: rows.get,

    /** True if the range around a row, or any range without `id`, was not loaded since the last reload. Reads a signal. */
    isStale: (id?: number) => (id === undefined ? ranges?.hasStale() === true : staleRangeAt(id) !== undefined),
    belongsToLoadedPages,

    more,
    /** Loads again what is on screen and replaces it at once. Never throws. */
    reload(): Promise<void> {
      if (!reloadsVisibleRows || !ranges || pages <= maxPagesPerReload) return runRequest(loadAll)
      // In one batch, so that effects of `isStale` run when the request for the first page is already in flight.
      return batch(() => {
        ranges.markStale(hasMore.peek())
        return runRequest(loadRange(ranges.first()))
      })
    },
    /** Loads the page of a row on screen again if it is stale. Never throws. */
    async reloadIfStale(id: number): Promise<void> {
      const from = requests.inFlight() ? undefined : staleRangeAt(id)
      if (from) await runRequest(loadRange(from))
    },

    /** Empties the list, for another search or filter. */
    clear() {
      batch(() => {
        requests.cancel()
        pages = 0
        ranges?.reset()
        cursor = undefined
        rows.clear()
        hasMore.value = true
      })
    },

    /** Inserts or replaces a row received by event; ignores (and removes) it if it lies below the loaded pages. */
    receiveEvent(row: T) {
      if (belongsToLoadedPages(row)) rows.put(row)
      else rows.drop(row.id)
    },
    put: rows.put,
    patch: rows.patch,
    drop: rows.drop,
  }
}

/** Signals of a list as component values. */
export function useList<T extends { id: number }>(list: List<T>) {
  return {
    rows: useValue(list.rows),
    state: useValue(list.state),
    failure: useValue(list.failure),
    hasMore: useValue(list.hasMore),
    count: useValue(list.count),
  }
}

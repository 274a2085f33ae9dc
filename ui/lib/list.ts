import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import { createPageRanges, type PageRange } from './list-page-ranges'
import { createRequests } from './list-requests'
import { createRows } from './list-rows'
import { useValue } from './use-value'

/** One page as a `load` hands it over; `next` is the opaque cursor of the page after it. */
export interface Page<T> {
  rows: T[]
  hasMore: boolean
  next?: string | null
  count?: number
}

export interface ListOptions<T> {
  /** Asks the server for the first page (no cursor) or the one after. */
  load: (cursor?: string) => Promise<Page<T>>
  /** Order on screen; without it rows stand as they came, new ones on top. */
  compare?: (a: T, b: T) => number
  /** The server's order, from which `isWithin` knows how far the pages reach. */
  pagedBy?: (a: T, b: T) => number
  /** Stands above all pages, wherever its place in the server's order is; comes with the first page. */
  isAlwaysFirst?: (row: T) => boolean
  /**
   * Its rows tell `look` when they are on screen: of a list that grew long a reload asks for the top only, and for the
   * rest where somebody looks. Needs `pagedBy`.
   */
  reloadsVisibleRows?: boolean
}
/** So many pages are asked for again at once, however the list is looked at. */
const maxPagesPerReload = 3
export type List<T extends { id: number }> = ReturnType<typeof createList<T>>

/**
 * An endless list: pages come from the API, changes from the websocket.
 */
export function createList<T extends { id: number }>(options: ListOptions<T>) {
  const { load, compare, pagedBy, isAlwaysFirst, reloadsVisibleRows = false } = options
  const rows = createRows(compare)
  const requests = createRequests()
  const hasMore = signal(true)
  const ranges = pagedBy && createPageRanges(pagedBy)
  let cursor: string | undefined
  let pages = 0

  /** False for what lies below the pages that came. */
  const isLoadedRange = (row: T) => {
    const end = ranges?.end().after
    if (!pagedBy || !hasMore.peek()) return true
    return end !== undefined && (isAlwaysFirst?.(row) || pagedBy(row, end) <= 0)
  }

  /**
   * False for a row that has its place below the pages that came: it comes with its own. True while one is on its way,
   * which may have been made before the row was: should it lie below that too, it goes again.
   */
  const belongsToLoadedPages = (row: T) => requests.inFlight() !== null || isLoadedRange(row)

  const applyRows = (page: Page<T>, loaded: T[], isGone: (row: T) => boolean, isEnd = true) =>
    batch(() => {
      if (isEnd) {
        cursor = page.next ?? undefined
        hasMore.value = page.hasMore
      }
      // What lies below, told of before anybody knew how far the answer reaches or on top no longer, comes with its page.
      rows.applyPage(loaded, isGone, isLoadedRange)
      if (page.count !== undefined) rows.count.value = page.count
    })
  /** A page among others, wherever it begins: what was in doubt and should have been named is gone. */
  const applyRangePage = (page: Page<T>, from: PageRange<T>) =>
    batch(() => {
      const gone = ranges!.missingRows(page, from, rows.all())
      const isEnd = ranges!.applyPage(page, from, hasMore.peek())
      applyRows(page, page.rows, (row) => gone.has(row), isEnd)
    })
  const ask = (work: (mine: () => boolean) => Promise<void>) =>
    requests.run((mine) => {
      rows.startRequest(isLoadedRange)
      return work(mine)
    })

  const next = async (mine: () => boolean) => {
    const from = ranges?.end()
    const page = await load(cursor)
    if (!mine()) return
    pages++
    if (from) applyRangePage(page, from)
    else applyRows(page, page.rows, () => false)
  }
  /** From the top, as many pages as there were, in place of all that is known. */
  const loadAll = async (mine: () => boolean) => {
    const taken: Page<T>[] = []
    do taken.push(await load(taken.at(-1)?.next ?? undefined))
    while (taken.length < pages && taken.at(-1)?.hasMore && mine())
    if (!mine()) return
    pages = taken.length
    batch(() => {
      ranges?.reset()
      for (const page of taken) ranges?.applyPage(page, ranges.end(), true)
      const loaded = taken.flatMap((page) => page.rows)
      applyRows(taken.at(-1)!, loaded, () => true)
    })
  }
  /** The page a stretch begins with; whatever else is known stays where it is. */
  const loadRange = (from: PageRange<T>) => async (mine: () => boolean) => {
    const page = await load(from.cursor)
    if (mine()) applyRangePage(page, from)
  }
  /** Around a row: also what may lie between it and the one above, and below the last. */
  const staleRangeAt = (id: number) => {
    if (!ranges?.hasStale()) return undefined
    const all = rows.sorted.peek()
    const at = all.findIndex((row) => row.id === id)
    return at < 0 ? undefined : ranges.staleBetween(all[at - 1], at === all.length - 1 ? undefined : all[at])
  }

  /**
   * The next page, or what failed before; does nothing while something is on its way or when the end is reached.
   * Never throws.
   */
  const more = (): Promise<void> => {
    const asked = requests.inFlight() ?? requests.retry()
    if (asked) return asked
    return hasMore.peek() ? ask(next) : Promise.resolve()
  }
  // Nobody can scroll to the end of nothing: once all rows are gone, the next page comes by itself.
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

    /** Reads a signal: whether what lies around a row, or anything, was not asked for since the last reload. */
    isStale: (id?: number) => (id === undefined ? ranges?.hasStale() === true : staleRangeAt(id) !== undefined),
    belongsToLoadedPages,

    more,
    /** Asks again for what is on screen and swaps it in at once. Never throws. */
    reload(): Promise<void> {
      if (!reloadsVisibleRows || !ranges || pages <= maxPagesPerReload) return ask(loadAll)
      return batch(() => {
        ranges.markStale(hasMore.peek()) // whoever looks hears of it with the question for the top already asked
        return ask(loadRange(ranges.first()))
      })
    },
    /** A row is on screen: its page is asked for again should it be in doubt. Never throws. */
    async reloadIfStale(id: number): Promise<void> {
      const from = requests.inFlight() ? undefined : staleRangeAt(id)
      if (from) await ask(loadRange(from))
    },

    /** Forgets everything, for another search or filter. */
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

    /** A row as it is now, told of by somebody: goes in, unless its place is below the pages that came. */
    receiveEvent(row: T) {
      if (belongsToLoadedPages(row)) rows.put(row)
      else rows.drop(row.id)
    },
    put: rows.put,
    patch: rows.patch,
    drop: rows.drop,
  }
}

/** A list as a component sees it. */
export function useList<T extends { id: number }>(list: List<T>) {
  return {
    rows: useValue(list.rows),
    state: useValue(list.state),
    failure: useValue(list.failure),
    hasMore: useValue(list.hasMore),
    count: useValue(list.count),
  }
}

import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { AppError } from '../../src/shared/errors'
import { asFailure, isAborted } from './failure'
import { useValue } from './use-value'

/** One page as a `load` hands it over; `next` is the opaque cursor of the page after it. */
export interface Page<T> {
  rows: T[]
  hasMore: boolean
  next?: string | null
  count?: number
}
export type ListState = 'idle' | 'loading' | 'ready' | 'failed'

export interface ListOptions<T> {
  /** Asks the server for the first page (no cursor) or the one after. */
  load: (cursor?: string) => Promise<Page<T>>
  /** Order on screen; without it rows stand as they came, new ones on top. */
  compare?: (a: T, b: T) => number
}
export type List<T extends { id: number }> = ReturnType<typeof createList<T>>

/**
 * An endless list. Pages come from the API, changes from the websocket; both land in one map by id, so a row is there
 * once, whoever brought it first. What the websocket said while a page was on its way wins over the page.
 */
export function createList<T extends { id: number }>({ load, compare }: ListOptions<T>) {
  const known = signal<ReadonlyMap<number, T>>(new Map())
  const state = signal<ListState>('idle')
  const failure = signal<AppError | null>(null)
  const hasMore = signal(true)
  const count = signal<number | undefined>(undefined)
  const rows: ReadonlySignal<T[]> = computed(() => {
    const all = [...known.value.values()]
    return compare ? all.sort(compare) : all
  })
  let cursor: string | undefined
  let pages = 0
  /** Raised by every fresh start, so that an answer to an older question is dropped. */
  let question = 0
  let busy: Promise<void> | null = null
  /** Ids the websocket spoke about while a page was on its way. */
  let spoken = new Set<number>()

  /** The rows of pages, without what the websocket knows better. */
  const welcome = (base: ReadonlyMap<number, T>, loaded: T[]) => {
    const next = new Map(base)
    for (const row of loaded) if (!spoken.has(row.id)) next.set(row.id, row)
    return next
  }
  const settle = (page: Page<T>, rowsNow: ReadonlyMap<number, T>) =>
    batch(() => {
      cursor = page.next ?? undefined
      known.value = rowsNow
      hasMore.value = page.hasMore
      if (page.count !== undefined) count.value = page.count
      failure.value = null
      state.value = 'ready'
    })
  const attempt = async (work: (mine: () => boolean) => Promise<void>) => {
    const asked = ++question
    spoken = new Set()
    batch(() => {
      state.value = 'loading'
      failure.value = null
    })
    try {
      await work(() => asked === question)
    } catch (thrown) {
      if (asked !== question || isAborted(thrown)) return
      batch(() => {
        failure.value = asFailure(thrown)
        state.value = 'failed'
      })
    }
  }
  const single = (work: () => Promise<void>) => {
    const running: Promise<void> = work().finally(() => {
      if (busy === running) busy = null
    })
    busy = running
    return running
  }

  return {
    rows,
    state: state as ReadonlySignal<ListState>,
    failure: failure as ReadonlySignal<AppError | null>,
    hasMore: hasMore as ReadonlySignal<boolean>,
    count,
    get: (id: number) => known.peek().get(id),

    /** The next page; does nothing while one is on its way or when the end is reached. Never throws. */
    more(): Promise<void> {
      if (busy) return busy
      if (!hasMore.peek()) return Promise.resolve()
      return single(() =>
        attempt(async (mine) => {
          const page = await load(cursor)
          if (!mine()) return
          pages++
          settle(page, welcome(known.peek(), page.rows))
        }),
      )
    },

    /** Asks again for what is on screen (as many pages as were loaded) and swaps it in at once. Never throws. */
    reload(): Promise<void> {
      return single(() =>
        attempt(async (mine) => {
          let page = await load()
          const loaded = [...page.rows]
          let taken = 1
          for (; taken < pages && page.hasMore && mine(); taken++) {
            page = await load(page.next ?? undefined)
            loaded.push(...page.rows)
          }
          if (!mine()) return
          pages = taken
          const heard = [...known.peek().values()].filter(({ id }) => spoken.has(id))
          settle(page, welcome(new Map(heard.map((row) => [row.id, row])), loaded))
        }),
      )
    },

    /** Forgets everything, for another search or filter. */
    clear() {
      question++
      busy = null
      pages = 0
      cursor = undefined
      batch(() => {
        known.value = new Map()
        hasMore.value = true
        count.value = undefined
        failure.value = null
        state.value = 'idle'
      })
    },

    /** A row that is new or changed. */
    put(row: T) {
      spoken.add(row.id)
      const isNew = !known.peek().has(row.id)
      // New ones go on top where no order is given; known ones keep their place.
      known.value =
        isNew && !compare ? new Map([[row.id, row], ...known.peek()]) : new Map(known.peek()).set(row.id, row)
      if (isNew && count.peek() !== undefined) count.value = count.peek()! + 1
    },

    /** Changes a row that is here; one that is not stays unknown. */
    patch(id: number, changes: Partial<T>) {
      const row = known.peek().get(id)
      if (row) this.put({ ...row, ...changes })
    },

    drop(id: number) {
      spoken.add(id)
      if (!known.peek().has(id)) return
      const next = new Map(known.peek())
      next.delete(id)
      known.value = next
      if (count.peek()) count.value = count.peek()! - 1
    },
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

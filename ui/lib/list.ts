import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { createQuestions } from './list-questions'
import { createStretches, type Stretch } from './list-stretches'
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
  /**
   * The server's order, for a list that may grow long and whose rows tell `look` when they are on screen: a reload asks
   * for the top of it only, and for the rest where somebody looks.
   */
  pagedBy?: (a: T, b: T) => number
}
/** So many pages are asked for again at once, however the list is looked at. */
const atOnce = 3
export type List<T extends { id: number }> = ReturnType<typeof createList<T>>

/**
 * An endless list. Pages come from the API, changes from the websocket; both land in one map by id, so a row is there
 * once, whoever brought it first. What the websocket said while a page was on its way wins over the page.
 */
export function createList<T extends { id: number }>({ load, compare, pagedBy }: ListOptions<T>) {
  const known = signal<ReadonlyMap<number, T>>(new Map())
  const questions = createQuestions()
  const hasMore = signal(true)
  const count = signal<number | undefined>(undefined)
  const rows: ReadonlySignal<T[]> = computed(() => {
    const all = [...known.value.values()]
    return compare ? all.sort(compare) : all
  })
  const stretches = pagedBy && createStretches(pagedBy)
  let cursor: string | undefined
  let pages = 0
  /** Ids the websocket spoke about while a page was on its way. */
  let spoken = new Set<number>()

  const isBelow = (row: T, order = pagedBy) => {
    const end = stretches?.end().below
    return hasMore.peek() && end !== undefined && order !== undefined && order(row, end) > 0
  }
  /** The rows of pages, without what the websocket knows better. */
  const welcome = (base: ReadonlyMap<number, T>, loaded: T[]) => {
    const next = new Map(base)
    for (const row of loaded) if (!spoken.has(row.id)) next.set(row.id, row)
    return next
  }
  const settle = (page: Page<T>, rowsNow: ReadonlyMap<number, T>, isEnd = true) =>
    batch(() => {
      if (isEnd) {
        cursor = page.next ?? undefined
        hasMore.value = page.hasMore
      }
      // Spoken of while nobody knew how far the page would reach: what lies below its end comes with its own page.
      known.value = new Map([...rowsNow].filter(([id, row]) => !spoken.has(id) || !isBelow(row, compare)))
      if (page.count !== undefined) count.value = page.count
    })
  /** A page among others, wherever it begins: what was in doubt and should have been named is gone. */
  const arrive = (page: Page<T>, from: Stretch<T>) =>
    batch(() => {
      const gone = stretches!.missing(page, from, known.peek().values())
      const left = [...known.peek()].filter(([id, row]) => spoken.has(id) || !gone.has(row))
      const isEnd = stretches!.settle(page, from, hasMore.peek())
      settle(page, welcome(new Map(left), page.rows), isEnd)
    })
  const ask = (work: (mine: () => boolean) => Promise<void>) =>
    questions.ask((mine) => {
      spoken = new Set()
      return work(mine)
    })

  const next = async (mine: () => boolean) => {
    const from = stretches?.end()
    const page = await load(cursor)
    if (!mine()) return
    pages++
    if (from) arrive(page, from)
    else settle(page, welcome(known.peek(), page.rows))
  }
  /** From the top, as many pages as there were, in place of all that is known. */
  const whole = async (mine: () => boolean) => {
    const taken: Page<T>[] = []
    do taken.push(await load(taken.at(-1)?.next ?? undefined))
    while (taken.length < pages && taken.at(-1)?.hasMore && mine())
    if (!mine()) return
    pages = taken.length
    stretches?.forget()
    for (const page of taken) stretches?.settle(page, stretches.end(), true)
    const heard = [...known.peek().values()].filter(({ id }) => spoken.has(id))
    const loaded = taken.flatMap((page) => page.rows)
    settle(taken.at(-1)!, welcome(new Map(heard.map((row) => [row.id, row])), loaded))
  }
  /** The page a stretch begins with; whatever else is known stays where it is. */
  const stretch = (from: Stretch<T>) => async (mine: () => boolean) => {
    const page = await load(from.cursor)
    if (!mine()) return
    arrive(page, from)
  }
  /** Around a row: also what may lie between it and the one above, and below the last. */
  const doubtedAt = (id: number) => {
    if (!stretches?.isDoubted()) return undefined
    const all = rows.peek()
    const at = all.findIndex((row) => row.id === id)
    return at < 0 ? undefined : stretches.doubtedBetween(all[at - 1], at === all.length - 1 ? undefined : all[at])
  }

  return {
    rows,
    state: questions.state,
    failure: questions.failure,
    hasMore: hasMore as ReadonlySignal<boolean>,
    count,
    get: (id: number) => known.peek().get(id),

    /** Reads a signal: whether what lies around a row, or anything, was not asked for since the last reload. */
    isDoubted: (id?: number) => (id === undefined ? stretches?.isDoubted() === true : doubtedAt(id) !== undefined),
    /** False for a row that has its place below what was loaded, or is on its way: it comes with its own page. */
    isWithin: (row: T) => questions.onItsWay() !== null || !isBelow(row),

    /**
     * The next page, or what failed before; does nothing while something is on its way or when the end is reached.
     * Never throws.
     */
    more(): Promise<void> {
      const asked = questions.onItsWay() ?? questions.retry()
      if (asked) return asked
      return hasMore.peek() ? ask(next) : Promise.resolve()
    },
    /** Asks again for what is on screen and swaps it in at once. Never throws. */
    reload(): Promise<void> {
      if (!stretches || pages <= atOnce) return ask(whole)
      return batch(() => {
        stretches.doubt(hasMore.peek()) // whoever looks hears of it with the question for the top already asked
        return ask(stretch(stretches.first()))
      })
    },
    /** A row is on screen: its page is asked for again should it be in doubt. Never throws. */
    async look(id: number): Promise<void> {
      const from = questions.onItsWay() ? undefined : doubtedAt(id)
      if (from) await ask(stretch(from))
    },

    /** Forgets everything, for another search or filter. */
    clear() {
      questions.forget()
      pages = 0
      stretches?.forget()
      cursor = undefined
      batch(() => {
        known.value = new Map()
        hasMore.value = true
        count.value = undefined
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

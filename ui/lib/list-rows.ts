import { computed, type ReadonlySignal, signal } from '@preact/signals-react'

/**
 * What a list knows, by id: a row is there once, whoever brought it first. Pages come from the API, changes from the
 * websocket; what was said while an answer was on its way wins over the answer.
 */
export function createRows<T extends { id: number }>(compare?: (a: T, b: T) => number) {
  const known = signal<ReadonlyMap<number, T>>(new Map())
  const count = signal<number | undefined>(undefined)
  /** Ids the websocket spoke about since a question was asked; null once it is answered. */
  let spoken: Set<number> | null = null
  const sorted: ReadonlySignal<T[]> = computed(() => {
    const all = [...known.value.values()]
    return compare ? all.sort(compare) : all
  })
  const isSpoken = (id: number) => spoken?.has(id) === true
  const filter = (stays: (row: T) => boolean) => new Map([...known.peek()].filter(([, row]) => stays(row)))

  const put = (row: T) => {
    spoken?.add(row.id)
    const isNew = !known.peek().has(row.id)
    // New ones go on top where no order is given; known ones keep their place.
    known.value = isNew && !compare ? new Map([[row.id, row], ...known.peek()]) : new Map(known.peek()).set(row.id, row)
    if (isNew && count.peek() !== undefined) count.value = count.peek()! + 1
  }

  return {
    sorted,
    count,
    /** Reads a signal. */
    isEmpty: () => known.value.size === 0,
    all: () => known.peek().values(),
    get: (id: number) => known.peek().get(id),

    /** A question is asked. What was said during one that was never answered stays if it fits what is loaded. */
    heed(fits: (row: T) => boolean) {
      if (spoken) known.value = filter(fits)
      spoken = new Set()
    },
    /** The answer takes the place of what is gone with it, and of what does not fit; what was said meanwhile stays. */
    take(loaded: readonly T[], isGone: (row: T) => boolean, fits: (row: T) => boolean) {
      const next = filter((row) => fits(row) && (isSpoken(row.id) || !isGone(row)))
      for (const row of loaded) if (!isSpoken(row.id)) next.set(row.id, row)
      known.value = next
      spoken = null
    },
    clear() {
      known.value = new Map()
      count.value = undefined
      spoken = null
    },

    /** A row that is new or changed. */
    put,
    /** Changes a row that is here; one that is not stays unknown. */
    patch(id: number, changes: Partial<T>) {
      const row = known.peek().get(id)
      if (row) put({ ...row, ...changes })
    },
    drop(id: number) {
      spoken?.add(id)
      if (!known.peek().has(id)) return
      known.value = filter((row) => row.id !== id)
      if (count.peek()) count.value = count.peek()! - 1
    },
  }
}

import { computed, type ReadonlySignal, signal } from '@preact/signals-react'

/**
 * What a list knows, by id: a row is there once, whoever brought it first. Pages come from the API, changes from the
 * websocket; what was said while an answer was on its way wins over the answer.
 */
export function createRows<T extends { id: number }>(compare?: (a: T, b: T) => number) {
  const byId = signal<ReadonlyMap<number, T>>(new Map())
  const count = signal<number | undefined>(undefined)
  /** Ids the websocket spoke about since a question was asked; null once it is answered. */
  let changedSinceRequest: Set<number> | null = null
  const sorted: ReadonlySignal<T[]> = computed(() => {
    const all = [...byId.value.values()]
    return compare ? all.sort(compare) : all
  })
  const hasChanged = (id: number) => changedSinceRequest?.has(id) === true
  const filter = (stays: (row: T) => boolean) => new Map([...byId.peek()].filter(([, row]) => stays(row)))

  const put = (row: T) => {
    changedSinceRequest?.add(row.id)
    const isNew = !byId.peek().has(row.id)
    // New ones go on top where no order is given; known ones keep their place.
    byId.value = isNew && !compare ? new Map([[row.id, row], ...byId.peek()]) : new Map(byId.peek()).set(row.id, row)
    if (isNew && count.peek() !== undefined) count.value = count.peek()! + 1
  }

  return {
    sorted,
    count,
    /** Reads a signal. */
    isEmpty: () => byId.value.size === 0,
    all: () => byId.peek().values(),
    get: (id: number) => byId.peek().get(id),

    /** A question is asked. What was said during one that was never answered stays if it fits what is loaded. */
    startRequest(fits: (row: T) => boolean) {
      if (changedSinceRequest) byId.value = filter(fits)
      changedSinceRequest = new Set()
    },
    /** The answer takes the place of what is gone with it, and of what does not fit; what was said meanwhile stays. */
    applyPage(loaded: readonly T[], isGone: (row: T) => boolean, fits: (row: T) => boolean) {
      const next = filter((row) => fits(row) && (hasChanged(row.id) || !isGone(row)))
      for (const row of loaded) if (!hasChanged(row.id)) next.set(row.id, row)
      byId.value = next
      changedSinceRequest = null
    },
    clear() {
      byId.value = new Map()
      count.value = undefined
      changedSinceRequest = null
    },

    /** A row that is new or changed. */
    put,
    /** Changes a row that is here; one that is not stays unknown. */
    patch(id: number, changes: Partial<T>) {
      const row = byId.peek().get(id)
      if (row) put({ ...row, ...changes })
    },
    drop(id: number) {
      changedSinceRequest?.add(id)
      if (!byId.peek().has(id)) return
      byId.value = filter((row) => row.id !== id)
      if (count.peek()) count.value = count.peek()! - 1
    },
  }
}

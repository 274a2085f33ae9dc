import { computed, type ReadonlySignal, signal } from '@preact/signals-react'

/**
 * Rows of a list by id. Pages come from the API, changes from the websocket; a change received while a request is in
 * flight wins over the response, which may be older.
 */
export function createRows<T extends { id: number }>(
  compare?: (a: T, b: T) => number,
  isOlder: (row: T, present: T) => boolean = () => false,
) {
  const byId = signal<ReadonlyMap<number, T>>(new Map())
  const count = signal<number | undefined>(undefined)
  /** Ids changed since the request in flight started; null while none is in flight. */
  let changedSinceRequest: Set<number> | null = null
  /** Fields changed since then, by id; the other fields of such a row are those of the response. */
  let patchesSinceRequest = new Map<number, Partial<T>>()
  /** Number of rows created and deleted so far. */
  let countChanges = 0
  const sorted: ReadonlySignal<T[]> = computed(() => {
    const all = [...byId.value.values()]
    return compare ? all.sort(compare) : all
  })
  const hasChanged = (id: number) => changedSinceRequest?.has(id) === true
  const withPatch = (row: T): T => {
    const patch = patchesSinceRequest.get(row.id)
    return patch ? { ...row, ...patch } : row
  }
  const filter = (stays: (row: T) => boolean) => new Map([...byId.peek()].filter(([, row]) => stays(row)))

  const put = (row: T) => {
    const present = byId.peek().get(row.id)
    if (present && isOlder(row, present)) return
    changedSinceRequest?.add(row.id)
    const isNew = present === undefined
    // Without an order, a new row goes on top and a changed one keeps its position.
    byId.value = isNew && !compare ? new Map([[row.id, row], ...byId.peek()]) : new Map(byId.peek()).set(row.id, row)
    if (isNew) countChanges++
    if (isNew && count.peek() !== undefined) count.value = count.peek()! + 1
  }

  return {
    sorted,
    count,
    /** Reads a signal. */
    isEmpty: () => byId.value.size === 0,
    countChanges: () => countChanges,
    all: () => byId.peek().values(),
    get: (id: number) => byId.peek().get(id),

    /** Starts recording changes. If the previous request got no response, its rows outside `fits` are removed. */
    startRequest(fits: (row: T) => boolean) {
      if (changedSinceRequest) byId.value = filter(fits)
      changedSinceRequest = new Set()
      patchesSinceRequest = new Map()
    },
    /** Applies a response: removes rows that `isGone` or do not fit, and keeps rows changed since the request. */
    applyPage(loaded: readonly T[], isGone: (row: T) => boolean, fits: (row: T) => boolean) {
      const next = filter((row) => fits(row) && (hasChanged(row.id) || !isGone(row)))
      for (const row of loaded) if (!hasChanged(row.id)) next.set(row.id, withPatch(row))
      byId.value = next
      changedSinceRequest = null
    },
    clear() {
      byId.value = new Map()
      count.value = undefined
      changedSinceRequest = null
    },

    /** Inserts or replaces a row; ignores an older state of a row that is present. */
    put,
    /** Changes fields of a row that is present, or that comes with the request in flight. */
    patch(id: number, changes: Partial<T>) {
      const row = byId.peek().get(id)
      if (changedSinceRequest) patchesSinceRequest.set(id, { ...patchesSinceRequest.get(id), ...changes })
      if (row) byId.value = new Map(byId.peek()).set(id, { ...row, ...changes })
    },
    drop(id: number) {
      countChanges++
      changedSinceRequest?.add(id)
      if (!byId.peek().has(id)) return
      byId.value = filter((row) => row.id !== id)
      if (count.peek()) count.value = count.peek()! - 1
    },
  }
}

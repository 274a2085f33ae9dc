import { signal } from '@preact/signals-react'
import type { Page } from './list'

/** Range of the server's order from the start of one page to the start of the next. */
export interface PageRange<T> {
  /** Row the range starts after, as it was when the page was loaded; undefined for the first range. */
  after?: T
  /** Cursor that requests the page at the start of the range. */
  cursor?: string
  /** Loaded before the last lost connection and not loaded again since. */
  isStale: boolean
}

/**
 * Loaded ranges of a long list, in the server's order. A lost connection makes all of them stale; a page makes the part
 * from its start to its last row current again.
 */
export function createPageRanges<T extends { id: number }>(order: (a: T, b: T) => number) {
  const all = signal<PageRange<T>[]>([{ isStale: false }])
  const startsBefore = ({ after }: PageRange<T>, row: T) => after === undefined || order(after, row) < 0
  const indexOf = (row: T | undefined) =>
    row === undefined ? 0 : all.value.findLastIndex((range) => startsBefore(range, row))

  return {
    first: () => all.peek()[0]!,
    /** Range after the last loaded row; the range of the last page when the list is loaded to its end. */
    end: () => all.peek().at(-1)!,
    hasStale: () => all.value.some(({ isStale }) => isStale),

    /** First stale range between two rows; `row` undefined means the end of the list. */
    staleBetween(before: T | undefined, row: T | undefined) {
      const last = row === undefined ? all.value.length : indexOf(row) + 1
      return all.value.slice(indexOf(before), last).find(({ isStale }) => isStale)
    },

    /** Marks every loaded range; `isOpen` says that the last range is not loaded. */
    markStale(isOpen: boolean) {
      const loaded = isOpen ? all.peek().length - 1 : all.peek().length
      all.value = all.peek().map((range, index) => ({ ...range, isStale: index < loaded }))
    },

    /** Stale rows that lie within a page loaded for `from` but are not on it: the server no longer has them there. */
    missingRows({ rows, hasMore }: Page<T>, from: PageRange<T>, loaded: Iterable<T>): Set<T> {
      const [last, ids] = [rows.at(-1), new Set(rows.map(({ id }) => id))]
      const isCovered = (row: T) => startsBefore(from, row) && (!hasMore || !last || order(row, last) <= 0)
      const isMissing = (row: T) => !ids.has(row.id) && isCovered(row) && all.peek()[indexOf(row)]!.isStale
      return new Set([...loaded].filter(isMissing))
    },

    /** Replaces the ranges that a page loaded for `from` covers. Returns true if the page is the last loaded one. */
    applyPage({ rows, hasMore, next }: Page<T>, from: PageRange<T>, isOpen: boolean): boolean {
      const [last, at] = [rows.at(-1), all.peek().findIndex(({ after }) => after === from.after)]
      const above = [...all.peek().slice(0, at), { ...from, isStale: false }]
      if (!hasMore || !last || !next) {
        all.value = above
        return true
      }
      const rest = all.peek().slice(at + 1)
      const rangesBelow = rest.filter(({ after }) => order(after!, last) > 0)
      // A range cut by the page's last row passes its state to its remaining part.
      const { isStale } = rest[rest.length - rangesBelow.length - 1] ?? from
      all.value = [...above, { after: last, cursor: next, isStale }, ...rangesBelow]
      return isOpen && rangesBelow.length === 0
    },

    reset() {
      all.value = [{ isStale: false }]
    },
  }
}

import { signal } from '@preact/signals-react'
import type { Page } from './list'

/** What lies between the beginning of one page and that of the next, wherever the rows in it came from. */
export interface PageRange<T> {
  /** The row it begins below, as that row then was; the first stretch begins at the top. */
  after?: T
  /** How the server is asked for what follows. */
  cursor?: string
  /** Loaded, and not asked for again since something may have been missed. */
  isStale: boolean
}

/**
 * How a long list was loaded, in the server's order. After a lost connection all of it is in doubt; an answer settles
 * what lies between its beginning and its last row.
 */
export function createPageRanges<T extends { id: number }>(order: (a: T, b: T) => number) {
  const all = signal<PageRange<T>[]>([{ isStale: false }])
  const isAbove = ({ after }: PageRange<T>, row: T) => after === undefined || order(after, row) < 0
  const indexOf = (row: T | undefined) =>
    row === undefined ? 0 : all.value.findLastIndex((stretch) => isAbove(stretch, row))

  return {
    first: () => all.peek()[0]!,
    /** Where what was loaded stops; of a list that was loaded to its end, where the last page began. */
    end: () => all.peek().at(-1)!,
    hasStale: () => all.value.some(({ isStale }) => isStale),

    /** The first stretch in doubt that touches what lies below one row and ends with another, or with the list. */
    staleBetween(before: T | undefined, row: T | undefined) {
      const last = row === undefined ? all.value.length : indexOf(row) + 1
      return all.value.slice(indexOf(before), last).find(({ isStale }) => isStale)
    },

    /** All that was loaded; `isOpen` says that the last stretch was not. */
    markStale(isOpen: boolean) {
      const loaded = isOpen ? all.peek().length - 1 : all.peek().length
      all.value = all.peek().map((stretch, index) => ({ ...stretch, doubted: index < loaded }))
    },

    /** The rows in doubt that a page should have named, beginning where a stretch does. */
    missingRows({ rows, hasMore }: Page<T>, from: PageRange<T>, known: Iterable<T>): Set<T> {
      const [last, named] = [rows.at(-1), new Set(rows.map(({ id }) => id))]
      const isCovered = (row: T) => isAbove(from, row) && (!hasMore || !last || order(row, last) <= 0)
      const isMissing = (row: T) => !named.has(row.id) && isCovered(row) && all.peek()[indexOf(row)]!.isStale
      return new Set([...known].filter(isMissing))
    },

    /** Takes the page that begins where a stretch does; true when what was loaded now ends with it. */
    applyPage({ rows, hasMore, next }: Page<T>, from: PageRange<T>, isOpen: boolean): boolean {
      const [last, at] = [rows.at(-1), all.peek().findIndex(({ after }) => after === from.after)]
      const above = [...all.peek().slice(0, at), { ...from, doubted: false }]
      if (!hasMore || !last || !next) {
        all.value = above
        return true
      }
      const rest = all.peek().slice(at + 1)
      const beyond = rest.filter(({ after }) => order(after!, last) > 0)
      // What was cut off by the answer's end is as doubtful as the stretch that it was a part of.
      const { isStale } = rest[rest.length - beyond.length - 1] ?? from
      all.value = [...above, { after: last, cursor: next, isStale }, ...beyond]
      return isOpen && beyond.length === 0
    },

    reset() {
      all.value = [{ isStale: false }]
    },
  }
}

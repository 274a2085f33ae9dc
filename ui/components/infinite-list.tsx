import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { type List, useList } from '../lib/list'
import { useTranslation } from '../lib/use-translation'
import { Button } from './button'
import { ErrorState } from './error-state'
import { SkeletonRows } from './skeleton'

interface InfiniteListProps<T extends { id: number }> {
  list: List<T>
  /** Renders one row, an `<li>`. */
  render: (row: T, index: number) => ReactNode
  /** Accessible name of the list. */
  label: string
  empty: ReactNode
  skeleton?: ReactNode
  className?: string
  /** Hides the "end of list" text also below a long list. */
  hideEnd?: boolean
}

/** List with loading, empty, error and end states; loads the next page within 100 px of the bottom. */
export function InfiniteList<T extends { id: number }>(props: InfiniteListProps<T>) {
  const { list, render, label, empty, skeleton = <SkeletonRows />, className, hideEnd } = props
  const { rows, state, failure, hasMore } = useList(list)

  useEffect(() => {
    if (list.state.peek() === 'idle') void list.more()
  }, [list])

  if (rows.length === 0) {
    if (state === 'failed') return <ErrorState failure={failure} onRetry={() => list.reload()} />
    return state === 'ready' && !hasMore ? empty : skeleton
  }
  return (
    <>
      <ul aria-label={label} aria-busy={state === 'loading'} className={className}>
        {rows.map((row, index) => (
          <Fragment key={row.id}>{render(row, index)}</Fragment>
        ))}
      </ul>
      <ListEnd list={list} hideEnd={hideEnd} />
    </>
  )
}

/** Number of rows below which a list shows its end without a text. */
const shortList = 10

/** Distance from the end at which the next page loads, so that it arrives before the list ends. */
const loadAhead = '100px'

/**
 * Returns the closest ancestor that scrolls, or null for the window. A margin widens only the box of the observer's
 * root: with the window as root, the box of the scrolling element hides the mark until the very end.
 */
function scrollerOf(element: Element): Element | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return null
}

/** Footer of a list, also of a virtual one: loads the next page when visible, offers a retry, or shows the end. */
export function ListEnd<T extends { id: number }>({ list, hideEnd }: { list: List<T>; hideEnd?: boolean }) {
  const { t } = useTranslation()
  const { state, hasMore, rows } = useList(list)
  const mark = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list moves the mark; observe it again.
  useEffect(() => {
    if (!mark.current || !hasMore || state === 'failed') return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && list.more(), {
      root: scrollerOf(mark.current),
      rootMargin: loadAhead,
    })
    watcher.observe(mark.current)
    return () => watcher.disconnect()
  }, [list, hasMore, state, rows.length])

  if (state === 'failed')
    return (
      <div role="alert" className="flex items-center justify-center gap-3 p-3 text-muted text-sm">
        {t('common.moreFailed')}
        <Button size="sm" onClick={() => list.more()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  if (hasMore) return <div ref={mark}>{state === 'loading' && <SkeletonRows rows={1} />}</div>
  return hideEnd || rows.length < shortList ? null : (
    <p className="p-3 text-center text-faint text-xs">{t('common.endOfList')}</p>
  )
}

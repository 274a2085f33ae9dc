import type { ComponentProps } from 'react'
import { classes } from '../lib/classes'
import { InfiniteList } from './infinite-list'
import { SkeletonRows } from './skeleton'

interface BoxedListProps<T extends { id: number }>
  extends Omit<ComponentProps<typeof InfiniteList<T>>, 'className' | 'skeleton'> {
  /** Number of skeleton rows while the first page loads. */
  skeletonRows: number
  /** Usual height of a row in px. */
  rowHeight?: number
  /** Class of the box. */
  className?: string
}

/** Infinite list with a border and lines between the rows. */
export function BoxedList<T extends { id: number }>(props: BoxedListProps<T>) {
  const { skeletonRows, rowHeight, className, ...list } = props
  return (
    <div className={classes('rounded-lg border border-line bg-surface', className)}>
      <InfiniteList
        {...list}
        className="divide-y divide-line"
        skeleton={
          <SkeletonRows rows={skeletonRows} height={rowHeight} avatar={false} className="divide-y divide-line" />
        }
      />
    </div>
  )
}

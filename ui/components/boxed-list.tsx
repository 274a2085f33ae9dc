import type { ComponentProps } from 'react'
import { classes } from '../lib/classes'
import { InfiniteList } from './infinite-list'
import { SkeletonRows } from './skeleton'

interface BoxedListProps<T extends { id: number }>
  extends Omit<ComponentProps<typeof InfiniteList<T>>, 'className' | 'skeleton'> {
  /** Number of skeleton rows while the first page loads. */
  skeletonRows: number
  /** Class of the box. */
  className?: string
}

/** Infinite list with a border and lines between the rows. */
export function BoxedList<T extends { id: number }>({ skeletonRows, className, ...list }: BoxedListProps<T>) {
  return (
    <div className={classes('rounded-lg border border-line bg-surface', className)}>
      <InfiniteList
        {...list}
        className="divide-y divide-line"
        skeleton={<SkeletonRows rows={skeletonRows} avatar={false} />}
      />
    </div>
  )
}

import type { ComponentProps } from 'react'
import { classes } from '../lib/classes'
import { InfiniteList } from './infinite-list'
import { SkeletonRows } from './skeleton'

interface BoxedListProps<T extends { id: number }>
  extends Omit<ComponentProps<typeof InfiniteList<T>>, 'className' | 'skeleton'> {
  /** Number of skeleton rows while the first page loads. */
  awaited: number
  /** Class of the box. */
  className?: string
}

/** Infinite list with a border and lines between the rows. */
export function BoxedList<T extends { id: number }>({ awaited, className, ...list }: BoxedListProps<T>) {
  return (
    <div className={classes('rounded-lg border border-line bg-surface', className)}>
      <InfiniteList
        {...list}
        className="divide-y divide-line"
        skeleton={<SkeletonRows rows={awaited} avatar={false} />}
      />
    </div>
  )
}

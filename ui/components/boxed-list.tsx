import type { ComponentProps } from 'react'
import { classes } from '../lib/classes'
import { InfiniteList } from './infinite-list'
import { SkeletonRows } from './skeleton'

interface BoxedListProps<T extends { id: number }>
  extends Omit<ComponentProps<typeof InfiniteList<T>>, 'className' | 'skeleton'> {
  /** How many rows stand there while they are on their way. */
  awaited: number
  /** Of the box. */
  className?: string
}

/** A list of the console: rows between lines, in a box. */
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

import type { ReactNode } from 'react'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'

/** Grey placeholder shape. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classes('skeleton block', className)} />
)

/**
 * Placeholder as high as the text given, which is not shown. A list that turns out to be empty shows that text in its
 * place and moves nothing below.
 */
export function SkeletonText({ className, children }: { className?: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <p role="status" aria-label={t('common.loading')} className={classes('relative', className)}>
      <span aria-hidden className="invisible">
        {children}
      </span>
      <Skeleton className="absolute top-1 bottom-1 left-0 w-3/5" />
    </p>
  )
}

interface SkeletonRowsProps {
  rows?: number
  avatar?: boolean
  /** Height of a row of the list in px. */
  height?: number
  /** Lines between the rows, or the space between cards. */
  className?: string
}

/** Placeholder rows of a loading list, as high as its rows; announced once as "loading". */
export function SkeletonRows({ rows = 6, avatar = true, height = 56, className }: SkeletonRowsProps) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className={className}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are equal and never move.
        <div key={index} style={{ height }} className="flex items-center gap-3 px-4">
          {avatar && <Skeleton className="size-9 rounded-full!" />}
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Skeleton of a list or a form with a border. */
export const BoxedSkeleton = ({ className, ...rows }: SkeletonRowsProps) => (
  <div className={classes('overflow-hidden rounded-lg border border-line bg-surface', className)}>
    <SkeletonRows avatar={false} {...rows} className="divide-y divide-line" />
  </div>
)

/** Skeleton of a list of cards, as high as a card. */
export function CardSkeletons({ rows, height }: { rows: number; height: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3">
      {Array.from({ length: rows }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: all cards are equal and never move.
          key={index}
          style={{ height }}
          className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
        >
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  )
}

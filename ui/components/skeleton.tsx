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

/** Placeholder rows of a loading list; announced once as "loading". */
export function SkeletonRows({ rows = 6, avatar = true }: { rows?: number; avatar?: boolean }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are equal and never move.
        <div key={index} className="flex items-center gap-3 px-4 py-3">
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

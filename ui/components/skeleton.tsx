import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'

/** Grey placeholder shape. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classes('skeleton block', className)} />
)

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

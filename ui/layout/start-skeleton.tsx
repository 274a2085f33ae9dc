import { Skeleton } from '../components/skeleton'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { railWidths, useRailForm } from './rail-form'

/** Placeholder of the shell until the session is known; its rail is as wide as the one that replaces it. */
export function StartSkeleton() {
  const { t } = useTranslation()
  const form = useRailForm()
  return (
    <div role="status" aria-label={t('shell.starting')} className="flex h-full">
      <div
        className={classes(
          'hidden shrink-0 flex-col items-center gap-3 border-line border-r bg-surface py-3 sm:flex',
          railWidths[form],
        )}
      >
        <Skeleton className="size-8" />
        <Skeleton className="mt-3 size-8" />
        <Skeleton className="size-8" />
      </div>
      <div className="flex flex-1 flex-col">
        <div className="flex h-13 items-center gap-3 border-line border-b bg-surface px-4">
          <Skeleton className="h-4 w-40" />
        </div>
      </div>
    </div>
  )
}

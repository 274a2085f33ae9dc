import { Skeleton } from '../components/skeleton'
import { useTranslation } from '../lib/use-translation'

/** Placeholder of the shell until the session is known. */
export function StartSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('shell.starting')} className="flex h-full">
      <div className="hidden w-14 flex-col items-center gap-3 border-line border-r bg-surface py-3 sm:flex">
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

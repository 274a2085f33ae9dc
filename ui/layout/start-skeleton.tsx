import { Skeleton } from '../components/skeleton'
import { useTranslation } from '../lib/use-translation'

/** Placeholder of the shell until the session is known; its rail and its bar are as large as those that replace them. */
export function StartSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('shell.starting')} className="flex h-full flex-col-reverse sm:flex-row">
      <div className="hidden w-21 shrink-0 flex-col items-center gap-4 border-line border-r bg-rail py-3 sm:flex">
        <Skeleton className="size-8" />
        <Skeleton className="mt-2 size-8" />
        <Skeleton className="size-8" />
        <Skeleton className="size-8" />
      </div>
      <div className="h-14 shrink-0 border-line border-t bg-surface sm:hidden" />
      <div className="flex-1" />
    </div>
  )
}

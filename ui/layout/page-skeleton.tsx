import { Skeleton, SkeletonRows } from '../components/skeleton'

/** Placeholder in the shape of a page while its chunk loads: head, search and rows. */
export const PageSkeleton = () => (
  <div className="page">
    <Skeleton className="h-7 w-48" />
    <Skeleton className="mt-1 mb-5 h-4 w-80 max-w-full" />
    <Skeleton className="mb-4 h-9 w-full max-w-sm" />
    <div className="rounded-lg border border-line bg-surface">
      <SkeletonRows rows={6} avatar={false} />
    </div>
  </div>
)

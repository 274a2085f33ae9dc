import { Skeleton, SkeletonRows } from '../components/skeleton'

/** Placeholder while a page's chunk loads. */
export const PageSkeleton = () => (
  <div className="mx-auto w-full max-w-6xl p-4 sm:p-6">
    <Skeleton className="mb-6 h-6 w-40" />
    <SkeletonRows rows={5} avatar={false} />
  </div>
)

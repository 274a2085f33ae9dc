import { BoxedSkeleton, Skeleton } from '../components/skeleton'

/** Placeholder in the shape of a page while its chunk loads: head, search and rows. */
export const PageSkeleton = () => (
  <div className="page">
    <Skeleton className="h-7 w-48" />
    <Skeleton className="mt-1 mb-5 h-4 w-80 max-w-full" />
    <Skeleton className="mb-4 h-control w-full sm:w-72" />
    <BoxedSkeleton rows={6} />
  </div>
)

import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** Link above a page's heading to the page that it belongs to. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    href={to}
    className="-mt-2 mb-1 inline-flex min-h-control-sm items-center gap-1.5 rounded-md text-muted text-sm hover:text-ink print:hidden [&_svg]:size-4"
  >
    <ArrowLeft aria-hidden />
    {children}
  </Link>
)

import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../lib/use-translation'
import type { MenuRow } from './menu-row'

/** Link of a row with its icon, name and explaining line; `marks` and children stand at the right edge. */
export function ExplainedRow({ row, onGo, children }: { row: MenuRow; onGo?: () => void; children?: ReactNode }) {
  const { t } = useTranslation()
  const Icon = row.icon
  return (
    <Link
      href={row.to}
      onClick={onGo}
      className="flex min-h-12 items-center gap-3 px-3 py-1.5 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-sunken text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{t(row.text)}</span>
        {row.explain && <span className="block truncate text-faint text-xs">{t(row.explain)}</span>}
      </span>
      {children}
    </Link>
  )
}

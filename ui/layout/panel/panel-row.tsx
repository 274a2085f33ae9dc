import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes'
import { useTranslation } from '../../lib/use-translation'
import { isCurrent, useAddress } from '../../navigation/current-row'
import { AttentionBadge } from '../../navigation/marks'
import type { MenuRow } from '../../navigation/menu-row'

/** Link of a row in a second panel; names that need it have their explaining line below. */
export function PanelRow({ row }: { row: MenuRow }) {
  const { t } = useTranslation()
  const here = isCurrent(useAddress(), row)
  const link = useRef<HTMLAnchorElement>(null)
  // Keeps the current row visible in a window lower than the panel.
  useEffect(() => {
    if (here) link.current?.scrollIntoView({ block: 'nearest' })
  }, [here])
  const Icon = row.icon
  return (
    <Link
      ref={link}
      href={row.to}
      aria-current={here ? 'page' : undefined}
      className={classes(
        'flex min-h-8 items-start gap-2.5 rounded-md px-2 py-1.5 text-sm transition-colors touch:min-h-11',
        here ? 'bg-selected font-medium text-ink' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        {t(row.text)}
        {row.isExplainedInPanel && row.explain && (
          <span className="block font-normal text-faint text-xs">{t(row.explain)}</span>
        )}
      </span>
      {row.attention && <AttentionBadge groups={[{ text: row.text, rows: [row] }]} />}
    </Link>
  )
}

import { Link } from 'wouter'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { isCurrent, useAddress } from './current-row'
import type { MenuRow } from './menu-row'

/** Links to the pages of one place, drawn as tabs. They are links, because each has an address of its own. */
export function RowTabs({ label, rows }: { label: string; rows: MenuRow[] }) {
  const { t } = useTranslation()
  const address = useAddress()
  return (
    <nav aria-label={label}>
      <ul className="flex gap-5 border-line border-b">
        {rows.map((row) => {
          const here = isCurrent(address, row)
          return (
            <li key={row.to} className="shrink-0">
              <Link
                href={row.to}
                aria-current={here ? 'page' : undefined}
                className={classes(
                  '-mb-px flex h-control items-center border-b-2 font-medium text-sm transition-colors focus-visible:-outline-offset-2',
                  here ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
                )}
              >
                {t(row.text)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

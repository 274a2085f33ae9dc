import { signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { Badge } from '../components/badge'
import { Tooltip } from '../components/tooltip'
import { classes } from '../lib/classes'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { type MenuRow, rowsFor } from '../navigation/menu-rows'

const alwaysFalse = signal(false)

/** Navigation menu; without `showNames` only icons. */
export function Navigation({ showNames, onGo }: { showNames: boolean; onGo?: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const rows = rowsFor(me)
  return (
    <nav aria-label={t('shell.mainNavigation')}>
      <ul className="flex flex-col gap-0.5 px-2">
        {rows.map((row) => (
          <li key={row.to}>
            <Entry row={row} showNames={showNames} onGo={onGo} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Entry({ row, showNames, onGo }: { row: MenuRow; showNames: boolean; onGo?: () => void }) {
  const { t } = useTranslation()
  const [location] = useLocation()
  const attention = useValue(row.attention ?? alwaysFalse)
  const news = useValue(row.dot ?? alwaysFalse)
  const here = location === row.to || location.startsWith(`${row.to}/`)
  const Icon = row.icon
  const own = useRef<HTMLAnchorElement>(null)
  // Keeps the current row visible in a window lower than the menu.
  useEffect(() => {
    if (here) own.current?.scrollIntoView({ block: 'nearest' })
  }, [here])
  const link = (
    <Link
      ref={own}
      href={row.to}
      onClick={onGo}
      aria-current={here ? 'page' : undefined}
      className={classes(
        'relative flex h-9 items-center rounded-md transition-colors touch:h-11',
        showNames ? 'gap-3 px-3' : 'w-10 justify-center touch:w-11',
        here ? 'bg-selected font-medium text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className={showNames ? 'min-w-0 flex-1 truncate' : 'sr-only'}>{t(row.text)}</span>
      {attention && (
        <Badge
          tone="danger"
          label={t('shell.attention')}
          className={showNames ? undefined : 'absolute -top-0.5 -right-0.5 h-4! min-w-4!'}
        >
          !
        </Badge>
      )}
      {news && (
        <span className={classes('size-2 rounded-full bg-accent', !showNames && 'absolute top-1 right-1')}>
          <span className="sr-only">{t('shell.news')}</span>
        </span>
      )}
    </Link>
  )
  return showNames ? (
    link
  ) : (
    <Tooltip text={t(row.text)} side="right">
      {link}
    </Tooltip>
  )
}

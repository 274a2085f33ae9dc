import { signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { Badge } from '../components/badge'
import { Tooltip } from '../components/tooltip'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import type { MenuRow } from '../navigation/menu-rows'

const alwaysFalse = signal(false)

/** True on the row's screen and on those below it. */
export const isHere = (location: string, { to, below = [] }: MenuRow) =>
  [to, ...below].some((path) => location === path || location.startsWith(`${path}/`))

interface MenuEntryProps {
  row: MenuRow
  showNames: boolean
  /** True in a submenu: the text is below that of the heading, without an icon. */
  isBelow?: boolean
  onGo?: () => void
}

/** Link of a menu row; without `showNames` its icon with a tooltip. */
export function MenuEntry({ row, showNames, isBelow, onGo }: MenuEntryProps) {
  const { t } = useTranslation()
  const [location] = useLocation()
  const here = isHere(location, row)
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
      {isBelow ? <span className="w-5 shrink-0" /> : <Icon aria-hidden className="size-5 shrink-0" />}
      <span className={showNames ? 'min-w-0 flex-1 truncate' : 'sr-only'}>
        {t((isBelow && row.groupText) || row.text)}
      </span>
      <Marks row={row} showNames={showNames} />
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

/** Marks of a row: something needs attention, or has new content. */
function Marks({ row, showNames }: { row: MenuRow; showNames: boolean }) {
  const { t } = useTranslation()
  const attention = useValue(row.attention ?? alwaysFalse)
  const news = useValue(row.dot ?? alwaysFalse)
  return (
    <>
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
    </>
  )
}

import { signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { Badge } from '../components/badge'
import { Tooltip } from '../components/tooltip'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import type { MenuRow } from '../navigation/menu-rows'
import type { RailForm } from './rail-form'

const alwaysFalse = signal(false)

/** True on the row's screen and on those below it. */
export const isHere = (location: string, { to, below = [] }: MenuRow) =>
  [to, ...below].some((path) => location === path || location.startsWith(`${path}/`))

interface MenuEntryProps {
  row: MenuRow
  form: RailForm
  /** True in a submenu: the text is below that of the heading, without an icon. */
  isBelow?: boolean
  onGo?: () => void
}

const shapes = {
  names: 'h-9 gap-3 px-3 touch:h-11',
  captions: 'min-h-10 flex-col justify-center gap-0.5 touch:min-h-11',
  icons: 'h-9 w-10 justify-center touch:h-11 touch:w-11',
}
const nameStyles = {
  names: 'min-w-0 flex-1 truncate',
  captions: 'max-w-full truncate text-[0.6875rem] leading-3.5 tracking-tight',
  icons: 'sr-only',
}
const badgePlaces = {
  names: undefined,
  captions: 'absolute top-0 right-5 h-4! min-w-4!',
  icons: 'absolute -top-0.5 -right-0.5 h-4! min-w-4!',
}
const dotPlaces = { names: undefined, captions: 'absolute top-1 right-6', icons: 'absolute top-1 right-1' }

/** Link of a menu row: name, caption or icon; without its name, with a tooltip. */
export function MenuEntry({ row, form, isBelow, onGo }: MenuEntryProps) {
  const { t } = useTranslation()
  const [location] = useLocation()
  const here = isHere(location, row)
  const Icon = row.icon
  const text = t((isBelow && row.groupText) || row.text)
  const ownLink = useRef<HTMLAnchorElement>(null)
  // Keeps the current row visible in a window lower than the menu.
  useEffect(() => {
    if (here) ownLink.current?.scrollIntoView({ block: 'nearest' })
  }, [here])
  const link = (
    <Link
      ref={ownLink}
      href={row.to}
      onClick={onGo}
      aria-current={here ? 'page' : undefined}
      className={classes(
        'relative flex items-center rounded-md transition-colors',
        shapes[form],
        here ? 'bg-selected font-medium text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      {isBelow ? <span className="w-5 shrink-0" /> : <Icon aria-hidden className="size-5 shrink-0" />}
      {form === 'captions' && row.caption ? (
        <>
          <span aria-hidden className={nameStyles.captions}>
            {t(row.caption)}
          </span>
          <span className="sr-only">{text}</span>
        </>
      ) : (
        <span className={nameStyles[form]}>{text}</span>
      )}
      <Marks row={row} form={form} />
    </Link>
  )
  return form === 'names' ? (
    link
  ) : (
    <Tooltip text={t(row.text)} side="right">
      {link}
    </Tooltip>
  )
}

/** Marks of a row: something needs attention, or has new content. */
function Marks({ row, form }: { row: MenuRow; form: RailForm }) {
  const { t } = useTranslation()
  const attention = useValue(row.attention ?? alwaysFalse)
  const news = useValue(row.dot ?? alwaysFalse)
  return (
    <>
      {attention && (
        <Badge tone="danger" label={t('shell.attention')} className={badgePlaces[form]}>
          !
        </Badge>
      )}
      {news && (
        <span className={classes('size-2 rounded-full bg-accent', dotPlaces[form])}>
          <span className="sr-only">{t('shell.news')}</span>
        </span>
      )}
    </>
  )
}

import { signal } from '@preact/signals-react'
import { useMemo } from 'react'
import { Badge } from '../components/badge'
import { classes } from '../lib/classes'
import { countText } from '../lib/count-text'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { attentionOf } from './menu-rows'
import type { RailPlace, RowGroup } from './rail-places'

/** Red dot while a screen of the groups needs attention; part of the link's name for screen readers. */
export function AttentionDot({ groups, className }: { groups: RowGroup[]; className?: string }) {
  const { t } = useTranslation()
  const me = useMe()
  const isNeeded = useValue(useMemo(() => attentionOf(me, groups), [me, groups]))
  if (!isNeeded) return null
  return (
    <span className={classes('size-2 rounded-full bg-danger', className)}>
      <span className="sr-only">{t('shell.attention')}</span>
    </span>
  )
}

/** Word of a row in a list that needs attention. */
export function AttentionBadge({ groups }: { groups: RowGroup[] }) {
  const { t } = useTranslation()
  const me = useMe()
  const isNeeded = useValue(useMemo(() => attentionOf(me, groups), [me, groups]))
  if (!isNeeded) return null
  return (
    <Badge tone="danger" label={t('shell.attention')}>
      !
    </Badge>
  )
}

const none = signal(0)

/** Number of a place's news, 0 without any. */
const useNews = ({ news }: RailPlace) => useValue(news?.count ?? none)

/** Dot or number at the corner of a place's icon; hidden for screen readers, who get `NewsText`. */
export function NewsMark({ place, className }: { place: RailPlace; className?: string }) {
  const count = useNews(place)
  if (count === 0) return null
  if (place.news?.isDot) return <span aria-hidden className={classes('size-2 rounded-full bg-accent', className)} />
  return <CountMark count={count} className={className} />
}

/** Number at the corner of an icon; hidden for screen readers. */
export const CountMark = ({
  count,
  more = false,
  className,
}: {
  count: number
  more?: boolean
  className?: string
}) => (
  <Badge tone="accent" className={classes('h-4! min-w-4! px-1! text-2xs!', className)}>
    <span aria-hidden>{countText(count, more)}</span>
  </Badge>
)

/** Description of the link with the id `id`; not part of its name, which stays the same while the number changes. */
export function NewsText({ place, id }: { place: RailPlace; id: string }) {
  const { t } = useTranslation()
  const count = useNews(place)
  if (count === 0 || !place.news) return null
  return (
    <span id={id} className="sr-only">
      {t(place.news.text, { count })}
    </span>
  )
}

import { useId } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes'
import { useTranslation } from '../../lib/use-translation'
import { isCurrentPlace, useAddress } from '../../navigation/current-row'
import { AttentionDot, NewsMark, NewsText } from '../../navigation/marks'
import type { RailPlace } from '../../navigation/rail-places'

/** Link of a place with its caption below the icon; leads to the first screen that the person may open. */
export function PlaceLink({ place, isOnPhone = false }: { place: RailPlace; isOnPhone?: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  const isCurrent = isCurrentPlace(useAddress(), place)
  const Icon = place.icon
  const name = (isOnPhone && place.phoneCaption) || place.text
  return (
    <>
      <Link
        href={place.groups[0]!.rows[0]!.to}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={place.news && id}
        className={classes(
          'relative flex flex-col items-center justify-center gap-0.5 transition-colors',
          isOnPhone ? 'h-14' : 'min-h-12 rounded-md border py-1',
          isCurrent ? 'font-medium text-ink' : 'text-muted hover:text-ink',
          !isOnPhone && (isCurrent ? 'border-line bg-raised dark:bg-hover' : 'border-transparent hover:bg-hover'),
        )}
      >
        <span className="relative">
          <Icon aria-hidden className={classes('size-5', isCurrent && 'text-accent-ink')} />
          <NewsMark place={place} className="-top-1 absolute left-3.5" />
          <AttentionDot groups={place.groups} className="-top-0.5 absolute left-4" />
        </span>
        <Caption name={t(name)} caption={place.caption && t(place.caption)} />
      </Link>
      <NewsText place={place} id={id} />
    </>
  )
}

/** Letters from which on a caption is set closer, so that 84 px are enough for it. */
const longCaption = 12

/** Caption that is read as the longer name. */
function Caption({ name, caption }: { name: string; caption?: string }) {
  const isLong = (caption ?? name).length > longCaption
  const style = classes('max-w-full truncate text-2xs', isLong ? 'tracking-tighter' : 'tracking-tight')
  if (!caption) return <span className={style}>{name}</span>
  return (
    <>
      <span aria-hidden className={style}>
        {caption}
      </span>
      <span className="sr-only">{name}</span>
    </>
  )
}

import { Menu } from 'lucide-react'
import { useId, useState } from 'react'
import { attention } from '../../lib/attention'
import { countText } from '../../lib/count-text'
import { useMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { AttentionDot, CountMark } from '../../navigation/marks'
import { dailyPlaces, openablePlaces } from '../../navigation/rail-places'
import { settingsGroups } from '../../navigation/settings-groups'
import { PlaceLink } from '../rail/place-link'
import { MoreSheet } from './more-sheet'
import { isInBar } from './places-in-bar'

/** Navigation of a phone: four places and the sheet with everything else, whose entry shows the count of its bell. */
export function BottomBar() {
  const { t } = useTranslation()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const { count, more } = useValue(attention)
  const countId = useId()
  return (
    <nav
      aria-label={t('shell.mainNavigation')}
      className="shrink-0 border-line border-t bg-surface safe-bottom print:hidden"
    >
      <ul className="flex">
        {openablePlaces(me, dailyPlaces)
          .filter(isInBar)
          .map((place) => (
            <li key={place.text} className="min-w-0 flex-1">
              <PlaceLink place={place} isOnPhone />
            </li>
          ))}
        <li className="min-w-0 flex-1">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-describedby={count > 0 ? countId : undefined}
            onClick={() => setOpen(true)}
            className="flex h-14 w-full flex-col items-center justify-center gap-0.5 text-muted"
          >
            <span className="relative">
              <Menu aria-hidden className="size-5" />
              {count > 0 && <CountMark count={count} more={more} className="-top-1 absolute left-3.5" />}
              <AttentionDot groups={settingsGroups} className="-top-0.5 -left-1.5 absolute" />
            </span>
            <span className="text-2xs">{t('navigation.more')}</span>
          </button>
          {count > 0 && (
            <span id={countId} className="sr-only">
              {t('navigation.needsYou', { count, shown: countText(count, more) })}
            </span>
          )}
        </li>
      </ul>
      <MoreSheet open={isOpen} onClose={() => setOpen(false)} />
    </nav>
  )
}

import { Menu } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { AttentionDot } from '../../navigation/marks'
import { dailyPlaces, openablePlaces } from '../../navigation/rail-places'
import { settingsGroups } from '../../navigation/settings-groups'
import { PlaceLink } from '../rail/place-link'
import { MoreSheet } from './more-sheet'
import { isInBar } from './places-in-bar'

/** Navigation of a phone: four places and the sheet with everything else. */
export function BottomBar() {
  const { t } = useTranslation()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
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
            onClick={() => setOpen(true)}
            className="flex h-14 w-full flex-col items-center justify-center gap-0.5 text-muted"
          >
            <span className="relative">
              <Menu aria-hidden className="size-5" />
              <AttentionDot groups={settingsGroups} className="-top-0.5 absolute left-4" />
            </span>
            <span className="text-2xs">{t('navigation.more')}</span>
          </button>
        </li>
      </ul>
      <MoreSheet open={isOpen} onClose={() => setOpen(false)} />
    </nav>
  )
}

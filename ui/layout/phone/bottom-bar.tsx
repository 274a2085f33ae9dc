import { Menu } from 'lucide-react'
import { useId, useState } from 'react'
import { myMentions } from '../../lib/my-mentions'
import { useMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { AttentionDot } from '../../navigation/marks'
import { dailyPlaces, openablePlaces } from '../../navigation/rail-places'
import { settingsGroups } from '../../navigation/settings-groups'
import { PlaceLink } from '../rail/place-link'
import { MoreSheet } from './more-sheet'
import { isInBar } from './places-in-bar'

/** Navigation of a phone: four places and the sheet with everything else, whose dot says that its bell has a mention. */
export function BottomBar() {
  const { t } = useTranslation()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const mentions = useValue(myMentions.rows).length
  const mentionsId = useId()
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
            aria-describedby={mentions > 0 ? mentionsId : undefined}
            onClick={() => setOpen(true)}
            className="flex h-14 w-full flex-col items-center justify-center gap-0.5 text-muted"
          >
            <span className="relative">
              <Menu aria-hidden className="size-5" />
              {mentions > 0 && <span aria-hidden className="absolute -top-0.5 left-4 size-2 rounded-full bg-accent" />}
              <AttentionDot groups={settingsGroups} className="-top-0.5 absolute left-4" />
            </span>
            <span className="text-2xs">{t('navigation.more')}</span>
          </button>
          {mentions > 0 && (
            <span id={mentionsId} className="sr-only">
              {t('navigation.mentions', { count: mentions })}
            </span>
          )}
        </li>
      </ul>
      <MoreSheet open={isOpen} onClose={() => setOpen(false)} />
    </nav>
  )
}
